package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.exercise.ExerciseFabric.ExerciseBuilder;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.Settings;

/**
 * A place where experiments run. It makes the switches, the hosts and the links between them;
 * programs, transport, traffic and report are the same on each.
 *
 * <p>The program finds those of its class path, which are listed in {@code META-INF/services}.
 */
public interface Fabric {
  /** Returns its place among fabrics in lists, from 0. */
  int place();

  /** Returns its name and the settings that it adds to those which all fabrics know. */
  FabricSettings settings();

  /**
   * Returns what it can do under some settings, and which of them it acts on in a use. Conditions
   * that hold on every fabric, such as which scheme reads a setting, are those of {@link
   * SettingsCheck}.
   */
  Abilities abilities(Use use, Settings settings);

  /**
   * Refuses an experiment that cannot run on this machine, before anything is written or started.
   *
   * @throws io.smartt.base.input.UserInputException in one line
   */
  default void require(ExperimentSpec spec) {}

  /**
   * Returns the queue at which its switches count what they trim, that of data as SAI has it; empty
   * if they count it at the queue that it enters.
   */
  default OptionalInt countsTrimsAt(Settings settings) {
    return OptionalInt.empty();
  }

  /**
   * Returns whether switches run their programs in this JVM, so that compiling them early saves
   * time.
   */
  default boolean runsProgramsHere() {
    return false;
  }

  /** Returns a run that is ready to start. */
  FabricRun prepare(RunInputs inputs);

  /** Returns what opens networks of a shell here; empty if the fabric has no shell. */
  default Optional<LiveNetworks> live() {
    return Optional.empty();
  }

  /** Returns what builds the networks of tutorials' exercises; empty if the fabric runs none. */
  default Optional<ExerciseBuilder> exercises() {
    return Optional.empty();
  }

  /** Returns what forecasts runs with more threads; empty if the fabric's work is not shared. */
  default Optional<ThreadForecast.Study> threads() {
    return Optional.empty();
  }

  /** Returns what killed runs may leave behind on this machine. */
  default Stale stale() {
    return Stale.NONE;
  }

  /** Opens networks of a shell. */
  @FunctionalInterface
  interface LiveNetworks {
    /**
     * Builds a network and programs its switches.
     *
     * @param clock stamps captures
     */
    LiveNetwork open(LivePlan plan, Clock clock, RunMonitor monitor);
  }

  /**
   * One run on one kind of fabric, from start to result: builds the network, has the controller
   * program its switches over P4Runtime, sends the traffic, collects what hosts and switches
   * counted, and leaves nothing behind.
   */
  @FunctionalInterface
  interface FabricRun {
    /** Runs the experiment once. */
    RunResult run(Optional<CaptureSink> capture, RunMonitor monitor);
  }

  /** Resources of this machine that runs leave behind when they are killed. */
  interface Stale {
    /** Nothing is ever left behind. */
    Stale NONE = new Stale() {};

    /** Returns what is there of processes that are gone, a line each. */
    default List<String> find() {
      return List.of();
    }

    default void remove() {}

    /** Returns names of what is there of one process, which is gone. */
    default List<String> of(long process) {
      return List.of();
    }

    /** Removes what is there of one process, which is gone. */
    default void remove(long process) {}

    /** Returns a sentence on what belongs to runs that go on; empty if there is none. */
    default String inUse() {
      return "";
    }
  }

  /**
   * The gain that a run would have from more threads, by the order in which its work can be done
   * and not by a clock: all events are taken to cost the same.
   *
   * @param parts of the network that threads can run side by side
   * @param windows in which they ran, each with a barrier behind it
   * @param sharedWindows of those, that had enough to do for more than one thread
   * @param events in all
   * @param mostTimesAsFast with a thread for each part: what the busiest part of each window leaves
   * @param betweenParts frames that were sent from one part to another
   * @param rows by number of threads, ascending
   */
  record ThreadForecast(
      int parts,
      long windows,
      long sharedWindows,
      long events,
      double mostTimesAsFast,
      long betweenParts,
      List<Row> rows) {
    /** Copies the list. */
    public ThreadForecast {
      rows = List.copyOf(rows);
    }

    /**
     * A number of threads.
     *
     * @param timesAsFast as one thread
     * @param eventsToBarrier of the thread that is done last, between two barriers of shared
     *     windows
     * @param betweenThreads share of the frames between parts whose ends are at home in two
     *     threads, and so are written by one core and read by another; 0 to 1
     */
    public record Row(
        int threads, double timesAsFast, double eventsToBarrier, double betweenThreads) {
      /** Share of the threads' time in which they have work, 0 to 1. */
      public double atWork() {
        return timesAsFast / threads;
      }
    }

    /** Runs an experiment to see how threads could share it. */
    @FunctionalInterface
    public interface Study {
      /**
       * Runs to the end.
       *
       * @param inputs whose threads are the most that are forecast
       * @throws io.smartt.base.failure.RunFailedException if the run does not complete
       */
      ThreadForecast of(RunInputs inputs, RunMonitor monitor);
    }
  }

  /** The uses of an experiment's settings on a fabric. */
  enum Use {
    /** A run of its workload. */
    RUN("a run"),

    /** A network with a prompt. */
    SHELL("a shell"),

    /** An exercise of the p4lang tutorials. */
    TUTORIAL("--tutorial"),

    /** Recorded packets, sent again into the network. */
    REPLAY("trace replay"),

    /** Recorded answers, given to congestion control again. */
    RERUN("trace rerun");

    private final String phrase;

    Use(String phrase) {
      this.phrase = phrase;
    }

    /** Returns the words for it in a message. */
    @Override
    public String toString() {
      return phrase;
    }
  }
}
