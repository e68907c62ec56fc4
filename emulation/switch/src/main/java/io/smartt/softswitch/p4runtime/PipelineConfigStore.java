package io.smartt.softswitch.p4runtime;

import module java.base;

import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.GetForwardingPipelineConfigRequest.ResponseType;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.SetForwardingPipelineConfigRequest.Action;

/**
 * The config that packets run and the one that was saved but not committed (P4Runtime sections 13
 * and 14). A saved config already has its pipeline: writes go there, and committing it is a swap,
 * so writes since saving take effect at once. Guarded by the device's lock.
 */
final class PipelineConfigStore {
  private final ForwardingDevice device;
  private final ConfigVerifier verifier;
  private final PipelineCarryOver carryOver;
  private volatile Optional<InstalledPipeline> active = Optional.empty();
  private Optional<InstalledPipeline> saved = Optional.empty();

  PipelineConfigStore(
      ForwardingDevice device, ConfigVerifier verifier, PipelineCarryOver carryOver) {
    this.device = device;
    this.verifier = verifier;
    this.carryOver = carryOver;
  }

  /** Returns what reads and writes refer to. */
  Optional<InstalledPipeline> current() {
    return saved.or(() -> active);
  }

  /** Returns what packets run; may be asked without the lock. */
  Optional<InstalledPipeline> active() {
    return active;
  }

  /** Everything that is in the device. */
  List<InstalledPipeline> all() {
    return Stream.of(active, saved).flatMap(Optional::stream).toList();
  }

  void set(SetForwardingPipelineConfigRequest request) {
    Action action = request.getAction();
    switch (action) {
      case VERIFY -> verify(request);
      case VERIFY_AND_SAVE -> saved = Optional.of(verify(request));
      case VERIFY_AND_COMMIT -> commit(verify(request));
      case COMMIT -> commitSaved(request);
      case RECONCILE_AND_COMMIT -> {
        InstalledPipeline next = verify(request);
        current().ifPresent(old -> carryOver.carryOver(old, next));
        commit(next);
      }
      case UNSPECIFIED, UNRECOGNIZED ->
          throw Refusal.invalid(
              "action is not set; accepted are VERIFY, VERIFY_AND_SAVE, VERIFY_AND_COMMIT, COMMIT"
                  + " and RECONCILE_AND_COMMIT");
    }
  }

  /** Commits a config that no controller sent. */
  void preload(ForwardingPipelineConfig config) {
    commit(verifier.verify(device, config));
  }

  /**
   * Saves a config that no controller sent, with the groups and sessions that there are: BMv2 keeps
   * those with the switch.
   *
   * @return false where one is saved already
   */
  boolean save(ForwardingPipelineConfig config) {
    if (saved.isPresent()) {
      return false;
    }
    InstalledPipeline next = verifier.verify(device, config);
    active.ifPresent(old -> carryOver.replication(old, next, true));
    saved = Optional.of(next);
    return true;
  }

  /** Commits the saved config; false where none is. */
  boolean commitSaved() {
    Optional<InstalledPipeline> next = saved;
    next.ifPresent(this::commit);
    return next.isPresent();
  }

  /** Begins what reads and writes refer to anew, but for its clone sessions, as in BMv2. */
  void reset() {
    InstalledPipeline old = current().orElseThrow(DeviceSession::noPipeline);
    InstalledPipeline next = verifier.verify(device, old.config().toBuilder().build());
    carryOver.replication(old, next, false);
    if (saved.isPresent()) {
      saved = Optional.of(next);
    } else {
      commit(next);
    }
  }

  /** Returns the config as it was set, with the parts that were asked for; empty where none was. */
  Optional<ForwardingPipelineConfig> get(ResponseType type) {
    return current()
        .map(pipeline -> {
          ForwardingPipelineConfig.Builder config = pipeline.config().toBuilder();
          switch (type) {
            case ALL -> {
              // All of it.
            }
            case COOKIE_ONLY -> config.clearP4Info().clearP4DeviceConfig();
            case P4INFO_AND_COOKIE -> config.clearP4DeviceConfig();
            case DEVICE_CONFIG_AND_COOKIE -> config.clearP4Info();
            case UNRECOGNIZED -> throw Refusal.invalid("unknown response_type");
          }
          return config.build();
        });
  }

  private InstalledPipeline verify(SetForwardingPipelineConfigRequest request) {
    if (!request.hasConfig()) {
      throw Refusal.invalid(request.getAction() + " needs a config");
    }
    return verifier.verify(device, request.getConfig());
  }

  private void commitSaved(SetForwardingPipelineConfigRequest request) {
    if (request.hasConfig()) {
      throw Refusal.invalid("COMMIT takes the saved config; leave config out");
    }
    commit(
        saved.orElseThrow(
            () -> Refusal.notFound("no config is saved; send VERIFY_AND_SAVE before COMMIT")));
  }

  private void commit(InstalledPipeline pipeline) {
    device.activate(pipeline.device());
    active = Optional.of(pipeline);
    saved = Optional.empty();
  }
}
