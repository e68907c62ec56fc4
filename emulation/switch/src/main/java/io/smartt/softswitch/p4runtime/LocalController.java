package io.smartt.softswitch.p4runtime;

import module java.base;

import io.grpc.Status;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.PipelineControl;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.Update;

/**
 * A controller inside the switch's own process: it needs no stream and no election, and writes as
 * the primary of the default role does. For other protocols in front of the same device.
 *
 * <p>simple_switch_grpc keeps two states there: P4Runtime does not read what Thrift wrote
 * (behavioral-model, targets/simple_switch_grpc/README.md, "Enabling the Thrift server").
 */
public final class LocalController {
  /**
   * The reason for which an insertion failed.
   *
   * @param entity that was refused; empty where the pipeline found it in the whole
   */
  public record Refused(Optional<P4Entity> entity, Status status) {}

  private final DeviceSession session;

  LocalController(DeviceSession session) {
    this.session = session;
  }

  /** The config that the device runs; each that is set is another object. */
  public Optional<ForwardingPipelineConfig> config() {
    return session.current().map(InstalledPipeline::config);
  }

  /** The BMv2 JSON that the device runs. */
  public Optional<byte[]> json() {
    return config().map(config -> ConfigVerifier.json(config.getP4DeviceConfig()));
  }

  /** Its P4Info by name and id. */
  public Optional<P4InfoIndex> info() {
    return session.current().map(InstalledPipeline::info);
  }

  /** Returns what P4Runtime only passes on: counters, registers, value sets. */
  public Optional<PipelineControl> control() {
    return session.current().map(pipeline -> pipeline.device().control());
  }

  /** Writes one entity; OK, or why not. */
  public Status write(Update.Type type, Entity entity) {
    return session.writeLocally(Update.newBuilder().setType(type).setEntity(entity).build());
  }

  /**
   * Inserts what is not there yet, and sets default entries, in one step and without messages in
   * between. Members and groups may come after entries that refer to them.
   *
   * @return what was refused; where that is empty all was done, else nothing
   */
  public List<Refused> insert(List<P4Entity> entities) {
    return session.insertLocally(entities);
  }

  /**
   * Reads entities.
   *
   * @throws IllegalArgumentException saying what is wrong with the request
   */
  public List<Entity> read(Entity request) {
    List<Entity> found = new ArrayList<>();
    try {
      session.readLocally(request, found::add);
    } catch (Refusal refusal) {
      throw new IllegalArgumentException(String.valueOf(refusal.getMessage()), refusal);
    }
    return found;
  }

  /**
   * Loads a config that packets do not run yet, while reads and writes refer to it: P4Runtime's
   * VERIFY_AND_SAVE.
   *
   * @return false where one is loaded already, or saved by a P4Runtime controller
   * @throws IllegalArgumentException saying why it cannot be realised
   */
  public boolean load(ForwardingPipelineConfig config) {
    return change(configs -> configs.save(config));
  }

  /** Makes packets run the loaded config; false where none is loaded. */
  public boolean swap() {
    return change(PipelineConfigStore::commitSaved);
  }

  /** Takes away what was written but clone sessions; counters and registers begin anew. */
  public void reset() {
    var _ =
        change(configs -> {
          configs.reset();
          return true;
        });
  }

  private boolean change(Predicate<PipelineConfigStore> change) {
    try {
      return session.withConfigs(change);
    } catch (Refusal refusal) {
      throw new IllegalArgumentException(String.valueOf(refusal.getMessage()), refusal);
    }
  }

  /** Makes a clone session go to a multicast group too, as that is at the time; 0: to none. */
  public void mirror(int cloneSession, int group) {
    session.mirror(cloneSession, group);
  }

  /** The multicast group that a clone session goes to too; 0: none. */
  public int mirroredGroup(int cloneSession) {
    return session
        .current()
        .map(pipeline -> pipeline.store().mirroredGroups().getOrDefault(cloneSession, 0))
        .orElse(0);
  }
}
