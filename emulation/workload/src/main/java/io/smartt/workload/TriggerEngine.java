package io.smartt.workload;

import module java.base;

import io.smartt.workload.Workload.Trigger;
import io.smartt.workload.Workload.Work;

/**
 * Says what follows when a flow is done. Flows and triggers are named by their index in the
 * workload. Activation takes no time; where one activation starts several flows, the last in the
 * workload's order starts first, as in the reference simulator. Mutable; allocates nothing after
 * construction, but for a queue where a trigger activates others. Triggers of different host groups
 * ({@link HostGroups}) may be activated by different threads.
 */
public final class TriggerEngine {
  /** The opening time of a trigger that has not opened. */
  public static final long NOT_YET = -1;

  private static final int NONE = -1;

  /** The effects of an activation. */
  public interface Effects {
    /** The flow starts now. */
    void start(int flow);

    /** The trigger's work begins or waits for its core; {@link #worked} is due at that time. */
    void work(int trigger, long untilPs);
  }

  private final Trigger.Kind[] kinds;
  private final int[] missing;
  private final int[][] waiting;
  private final int[] nextWaiting;
  private final int[][] then;
  private final long[] workPs;
  private final int[] hostOfCore;
  private final HostSpeeds speeds;
  private final long[] beganPs;
  private final int[] core;
  private final long[] coreFreePs;
  private final long[] openedPs;
  private final int[] onSent;
  private final int[] onReceived;

  /** Creates the engine of a workload of which nothing has run yet. */
  public TriggerEngine(Workload workload) {
    this(workload, HostSpeeds.OWN);
  }

  /** The same, with hosts that compute at such speeds. */
  public TriggerEngine(Workload workload, HostSpeeds speeds) {
    this(workload.flows(), workload.triggers(), speeds);
  }

  TriggerEngine(List<Flow> flows, List<Trigger> triggers, HostSpeeds speeds) {
    this.speeds = speeds;
    kinds = new Trigger.Kind[triggers.size()];
    missing = new int[triggers.size()];
    waiting = new int[triggers.size()][0];
    nextWaiting = new int[triggers.size()];
    then = new int[triggers.size()][];
    workPs = new long[triggers.size()];
    beganPs = new long[triggers.size()];
    core = new int[triggers.size()];
    openedPs = new long[triggers.size()];
    Arrays.fill(openedPs, NOT_YET);
    Map<Integer, Integer> indexOf = new HashMap<>();
    for (int i = 0; i < triggers.size(); i++) {
      indexOf.put(triggers.get(i).id(), i);
    }
    Map<Work, Integer> cores = new HashMap<>();
    for (int i = 0; i < triggers.size(); i++) {
      Trigger trigger = triggers.get(i);
      kinds[i] = trigger.kind();
      missing[i] = trigger.count();
      then[i] = trigger.then().stream().mapToInt(id -> indexOf.getOrDefault(id, NONE)).toArray();
      workPs[i] = trigger.work().map(Work::ps).orElse(0L);
      core[i] =
          trigger
              .work()
              .map(work -> new Work(work.host(), work.core(), 0))
              .map(key -> cores.computeIfAbsent(key, _ -> cores.size()))
              .orElse(NONE);
    }
    coreFreePs = new long[cores.size()];
    hostOfCore = new int[cores.size()];
    cores.forEach((work, number) -> hostOfCore[number] = work.host());
    onSent = new int[flows.size()];
    onReceived = new int[flows.size()];
    for (int i = 0; i < flows.size(); i++) {
      Flow flow = flows.get(i);
      onSent[i] = index(indexOf, flow.sendDoneTrigger());
      onReceived[i] = index(indexOf, flow.recvDoneTrigger());
      if (flow.start() instanceof Flow.Start.OnTrigger(int id)) {
        int trigger = indexOf.getOrDefault(id, NONE);
        // Room doubles, so that one trigger with many flows stays cheap to build.
        if (nextWaiting[trigger] == waiting[trigger].length) {
          waiting[trigger] = Arrays.copyOf(waiting[trigger], 2 * nextWaiting[trigger] + 1);
        }
        waiting[trigger][nextWaiting[trigger]++] = i;
      }
    }
    for (int i = 0; i < waiting.length; i++) {
      waiting[i] = Arrays.copyOf(waiting[i], nextWaiting[i]);
    }
    Arrays.fill(nextWaiting, 0);
  }

  private static int index(Map<Integer, Integer> indexOf, OptionalInt trigger) {
    return trigger.isPresent() ? indexOf.getOrDefault(trigger.getAsInt(), NONE) : NONE;
  }

  /** The experiment begins: works that wait for nothing do too, in the workload's order. */
  public void begin(Effects effects) {
    for (int i = 0; i < missing.length; i++) {
      if (missing[i] == 0) {
        open(i, 0, effects);
      }
    }
  }

  /** The sender has the ACK of the flow's last byte. */
  public void sent(int flow, long nowPs, Effects effects) {
    activate(onSent[flow], nowPs, effects);
  }

  /** The receiver has every byte of the flow. */
  public void received(int flow, long nowPs, Effects effects) {
    activate(onReceived[flow], nowPs, effects);
  }

  /** The work of a trigger is done. */
  public void worked(int trigger, long nowPs, Effects effects) {
    follow(trigger, nowPs, effects);
  }

  /** Returns when a trigger opened, its work done, or {@link #NOT_YET}. */
  public long openedPs(int trigger) {
    return openedPs[trigger];
  }

  /** Returns when the work of a trigger that has opened began. */
  public long beganPs(int trigger) {
    return beganPs[trigger];
  }

  private void activate(int trigger, long nowPs, Effects effects) {
    if (trigger == NONE) {
      return;
    }
    if (kinds[trigger] == Trigger.Kind.MULTISHOT) {
      if (nextWaiting[trigger] < waiting[trigger].length) {
        effects.start(waiting[trigger][nextWaiting[trigger]++]);
      }
    } else if (--missing[trigger] == 0) {
      open(trigger, nowPs, effects);
    }
  }

  private void open(int trigger, long nowPs, Effects effects) {
    int own = core[trigger];
    if (own == NONE) {
      follow(trigger, nowPs, effects);
    } else {
      beganPs[trigger] = Math.max(nowPs, coreFreePs[own]);
      coreFreePs[own] = speeds.donePs(hostOfCore[own], beganPs[trigger], workPs[trigger]);
      effects.work(trigger, coreFreePs[own]);
    }
  }

  /** Starts what waits for a trigger, and for those that it activates: a loop, however many. */
  private void follow(int first, long nowPs, Effects effects) {
    startAll(first, nowPs, effects);
    if (then[first].length == 0) {
      return;
    }
    ArrayDeque<Integer> opened = new ArrayDeque<>();
    opened.add(first);
    while (!opened.isEmpty()) {
      for (int next : then[opened.remove()]) {
        if (core[next] != NONE || kinds[next] == Trigger.Kind.MULTISHOT) {
          activate(next, nowPs, effects);
        } else if (--missing[next] == 0) {
          startAll(next, nowPs, effects);
          opened.add(next);
        }
      }
    }
  }

  private void startAll(int trigger, long nowPs, Effects effects) {
    openedPs[trigger] = nowPs;
    int[] flows = waiting[trigger];
    for (int i = flows.length - 1; i >= 0; i--) {
      effects.start(flows[i]);
    }
  }
}
