package io.smartt.softswitch.p4runtime;

import module java.base;

import io.grpc.Status;
import io.smartt.softswitch.p4runtime.WriteContext.Effects;
import io.smartt.softswitch.p4runtime.WriteContext.Journal;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/**
 * Carries out the updates of one write (P4Runtime section 11). All are checked against the store
 * first, then the pipeline takes them in one step, so a batch costs one new version of each table
 * and a packet sees all of it or nothing. Runs under the device's lock.
 */
record WriteBatch(
    InstalledPipeline pipeline, ForwardingDevice ports, RoleRights rights, boolean strict) {
  /** One outcome for each update, in order. */
  List<Outcome> run(List<Update> updates, WriteRequest.Atomicity atomicity) {
    pipeline.translation().sweep(pipeline, updates.size());
    return switch (atomicity) {
      case CONTINUE_ON_ERROR -> eachForItself(updates);
      case ROLLBACK_ON_ERROR -> allOrNone(updates);
      case DATAPLANE_ATOMIC -> {
        requireOneStep(updates);
        yield allOrNone(updates);
      }
      case UNRECOGNIZED -> throw Refusal.invalid("unknown atomicity");
    };
  }

  private List<Outcome> eachForItself(List<Update> updates) {
    Journal journal = new Journal();
    Effects effects = new Effects();
    List<Outcome> outcomes = new ArrayList<>(updates.size());
    for (Update update : updates) {
      outcomes.add(attempt(update, journal, effects));
    }
    try {
      effects.apply(pipeline.device());
      return outcomes;
    } catch (Refusal refusal) {
      journal.backTo(0);
      // The checks let something pass: which update it was shows when each comes alone.
      return updates.size() == 1
          ? List.of(Outcome.refused(refusal))
          : updates.stream().flatMap(one -> eachForItself(List.of(one)).stream()).toList();
    }
  }

  private List<Outcome> allOrNone(List<Update> updates) {
    Journal journal = new Journal();
    Effects effects = new Effects();
    for (int i = 0; i < updates.size(); i++) {
      Outcome outcome = attempt(updates.get(i), journal, effects);
      if (!outcome.done()) {
        journal.backTo(0);
        List<Outcome> outcomes = aborted(updates.size(), "update " + i + " failed");
        outcomes.set(i, outcome);
        return outcomes;
      }
    }
    try {
      effects.apply(pipeline.device());
      return Collections.nCopies(updates.size(), new Outcome.Done());
    } catch (Refusal refusal) {
      journal.backTo(0);
      return aborted(updates.size(), String.valueOf(refusal.getMessage()));
    }
  }

  private static List<Outcome> aborted(int count, String why) {
    return new ArrayList<>(
        Collections.nCopies(
            count, new Outcome.Refused(Status.Code.ABORTED, "nothing was written: " + why)));
  }

  private Outcome attempt(Update update, Journal journal, Effects effects) {
    int mark = journal.mark();
    Effects own = new Effects();
    try {
      EntityWriter.write(
          new WriteContext(pipeline, ports, rights, strict, journal, own),
          pipeline.translation().toDataPlane(update));
      effects.add(own);
      return new Outcome.Done();
    } catch (Refusal refusal) {
      journal.backTo(mark);
      return Outcome.refused(refusal);
    }
  }

  /** Replication and meters are not part of the pipeline's one step. */
  private static void requireOneStep(List<Update> updates) {
    if (updates.size() < 2) {
      return;
    }
    for (Update update : updates) {
      switch (update.getEntity().getEntityCase()) {
        case PACKET_REPLICATION_ENGINE_ENTRY, METER_ENTRY, DIRECT_METER_ENTRY ->
            throw Refusal.unimplemented(
                "DATAPLANE_ATOMIC covers tables, action profiles, registers, counters and value sets; send %s alone"
                    .formatted(update.getEntity().getEntityCase()));
        default -> {
          // The pipeline takes it with the rest.
        }
      }
    }
  }

  /** The outcome of one update of a batch or one request of a read. */
  sealed interface Outcome {
    /** It was done. */
    record Done() implements Outcome {}

    /** It was not done. */
    record Refused(Status.Code code, String message) implements Outcome {}

    static Outcome refused(Refusal refusal) {
      return new Refused(refusal.code(), String.valueOf(refusal.getMessage()));
    }

    default boolean done() {
      return this instanceof Done;
    }
  }
}
