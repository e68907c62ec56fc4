package io.smartt.testbed.standin.stratum;

import module java.base;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.smartt.controller.stratum.BfPipelineConfig;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader.InvalidP4InfoException;
import io.smartt.testbed.standin.stratum.StratumServer.PipelineListener;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.Update;

/** The one device of a switch: its program and entries (bfrt_node.cc). */
final class Node {
  private static final String NODE = "bfrt_node.cc:";
  private static final String WRAPPER = "bf_sde_wrapper.cc:";
  private static final int MOST_PIPES = 4;

  private final Set<String> refused;
  private final Consumer<ForwardingPipelineConfig> saving;
  private final PipelineListener listener;
  private Optional<ForwardingPipelineConfig> saved = Optional.empty();
  private Optional<Entries> running = Optional.empty();

  /**
   * A device without a program.
   *
   * @param refused tables that take no update
   * @param saving what keeps a program over a restart
   */
  Node(Set<String> refused, Consumer<ForwardingPipelineConfig> saving, PipelineListener listener) {
    this.refused = Set.copyOf(refused);
    this.saving = saving;
    this.listener = listener;
  }

  /** The program that was pushed or saved last (p4_service.cc:817). */
  synchronized ForwardingPipelineConfig config() {
    return saved.orElseThrow(() ->
        new StratumError(
            Code.FAILED_PRECONDITION,
            "No valid forwarding pipeline config has been pushed for any node so far."));
  }

  /** Starts again: with the program, and without entries (p4_service.cc:118). */
  synchronized void restart() {
    Optional<ForwardingPipelineConfig> kept = saved;
    saved = Optional.empty();
    running = Optional.empty();
    kept.ifPresent(this::push);
  }

  synchronized void push(ForwardingPipelineConfig config) {
    save(config);
    commit();
  }

  synchronized void save(ForwardingPipelineConfig config) {
    var _ = verify(config);
    saved = Optional.of(config);
    saving.accept(config);
  }

  /** Runs what was saved, with empty tables. */
  synchronized void commit() {
    StratumError.check(saved.isPresent(), NODE + "135", "bfrt_config_.programs_size() > 0", "");
    Entries empty = new Entries(verify(config()), refused);
    running = Optional.of(empty);
    tell(empty);
  }

  private void tell(Entries entries) {
    listener.holds(entries.info(), entries.all(), entries.counters());
  }

  /** bfrt_node.cc:156, and what loading needs (bf_sde_wrapper.cc:1791). */
  P4InfoIndex verify(ForwardingPipelineConfig config) {
    StratumError.check(config.hasP4Info(), NODE + "158", "config.has_p4info()", "Missing P4 info");
    StratumError.check(
        !config.getP4DeviceConfig().isEmpty(),
        NODE + "159",
        "!config.p4_device_config().empty()",
        "Missing P4 device config");
    try {
      BfPipelineConfig program = BfPipelineConfig.parseFrom(config.getP4DeviceConfig());
      StratumError.check(
          program.getProfilesCount() > 0, WRAPPER + "1830", "program.pipelines_size() > 0", "");
      for (BfPipelineConfig.Profile profile : program.getProfilesList()) {
        StratumError.check(
            profile.getPipeScopeCount() <= MOST_PIPES,
            WRAPPER + "1851",
            "pipeline.scope_size() <= MAX_P4_PIPELINES",
            "");
        if (program.getBfruntimeInfo().isEmpty()
            || profile.getContext().isEmpty()
            || profile.getBinary().isEmpty()) {
          throw StratumError.sde(
              Code.INTERNAL,
              "bf_pal_device_add(device, &device_profile)",
              "program %s, pipeline %s: bfrt.json, context.json or tofino.bin is empty"
                  .formatted(program.getP4Name(), profile.getProfileName()));
        }
      }
      return P4InfoIndex.of(config.getP4Info());
    } catch (InvalidProtocolBufferException e) {
      throw new StratumError(Code.INVALID_ARGUMENT, "Unknown format for p4_device_config.");
    } catch (InvalidP4InfoException e) {
      throw new StratumError(Code.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
    }
  }

  /** Makes updates one after another; an error in the place of each that failed. */
  synchronized List<Optional<StratumError>> write(List<Update> updates) {
    Entries entries = entries();
    List<Optional<StratumError>> results = new ArrayList<>();
    for (Update update : updates) {
      try {
        entries.apply(update);
        results.add(Optional.empty());
      } catch (StratumError e) {
        results.add(Optional.of(e));
      }
    }
    tell(entries);
    return results;
  }

  /** Reads each pattern: what it matches, or an error in its place. */
  synchronized List<Answer> read(List<Entity> patterns) {
    EntryReader reader = new EntryReader(entries());
    List<Answer> answers = new ArrayList<>();
    for (Entity pattern : patterns) {
      try {
        answers.add(new Answer(reader.read(pattern), Optional.empty()));
      } catch (StratumError e) {
        answers.add(new Answer(List.of(), Optional.of(e)));
      }
    }
    return answers;
  }

  /** The answer to a pattern of a Read. */
  record Answer(List<Entity> found, Optional<StratumError> error) {}

  private Entries entries() {
    return running.orElseThrow(
        () -> new StratumError(Code.FAILED_PRECONDITION, "Not initialized!"));
  }
}
