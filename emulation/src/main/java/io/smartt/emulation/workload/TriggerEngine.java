package io.smartt.emulation.workload;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntConsumer;

/**
 * Says which flows start when another is done. Flows are named by their index in the workload.
 * Activation takes no time; where one activation starts several flows, the last in the workload's
 * order starts first, as in the reference simulator. Mutable, for one thread; allocates nothing
 * after construction.
 */
public final class TriggerEngine {
  private static final int NONE = -1;

  private final Trigger.Kind[] kinds;
  private final int[] missing;
  private final int[][] waiting;
  private final int[] nextWaiting;
  private final int[] onSent;
  private final int[] onReceived;

  /** Of a workload of which nothing has run yet. */
  public TriggerEngine(Workload workload) {
    this(workload.flows(), workload.triggers());
  }

  TriggerEngine(List<Flow> flows, List<Trigger> triggers) {
    kinds = new Trigger.Kind[triggers.size()];
    missing = new int[triggers.size()];
    waiting = new int[triggers.size()][0];
    nextWaiting = new int[triggers.size()];
    Map<Integer, Integer> indexOf = new HashMap<>();
    for (int i = 0; i < triggers.size(); i++) {
      Trigger trigger = triggers.get(i);
      kinds[i] = trigger.kind();
      missing[i] = trigger.count();
      indexOf.put(trigger.id(), i);
    }
    onSent = new int[flows.size()];
    onReceived = new int[flows.size()];
    for (int i = 0; i < flows.size(); i++) {
      Flow flow = flows.get(i);
      onSent[i] = index(indexOf, flow.sendDoneTrigger());
      onReceived[i] = index(indexOf, flow.recvDoneTrigger());
      if (flow.start() instanceof Start.OnTrigger(int id)) {
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

  /** The sender has the ACK of the flow's last byte. Hands over each flow that starts now. */
  public void sent(int flow, IntConsumer start) {
    activate(onSent[flow], start);
  }

  /** The receiver has every byte of the flow. Hands over each flow that starts now. */
  public void received(int flow, IntConsumer start) {
    activate(onReceived[flow], start);
  }

  private void activate(int trigger, IntConsumer start) {
    if (trigger == NONE) {
      return;
    }
    int[] flows = waiting[trigger];
    if (kinds[trigger] == Trigger.Kind.MULTISHOT) {
      if (nextWaiting[trigger] < flows.length) {
        start.accept(flows[nextWaiting[trigger]++]);
      }
    } else if (--missing[trigger] == 0) {
      for (int i = flows.length - 1; i >= 0; i--) {
        start.accept(flows[i]);
      }
    }
  }
}
