package io.smartt.workload;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.Workload.Trigger;

/** Refuses workloads that could not run to their end, before anything runs. */
record WorkloadCheck(String name, List<Flow> flows, List<Trigger> triggers) {
  static void check(String name, int hosts, List<Flow> flows, List<Trigger> triggers) {
    WorkloadCheck check = new WorkloadCheck(name, flows, triggers);
    check.checkFlows(hosts);
    check.checkTriggers();
    check.checkWorks(hosts);
    check.checkAllStart();
  }

  private void checkFlows(int hosts) {
    if (flows.isEmpty()) {
      throw refused("no flows");
    }
    Set<Integer> ids = new HashSet<>();
    for (Flow flow : flows) {
      String shown = "flow " + flow.src() + "->" + flow.dst();
      if (Math.min(flow.src(), flow.dst()) < 0 || Math.max(flow.src(), flow.dst()) >= hosts) {
        throw refused(shown + " leaves the range of hosts, 0 to " + (hosts - 1));
      }
      if (flow.src() == flow.dst()) {
        throw refused(shown + " goes to its own sender");
      }
      if (flow.bytes() <= 0) {
        throw refused(shown + " has size " + flow.bytes() + ", must be at least 1");
      }
      if (!ids.add(flow.id())) {
        throw refused("two flows have id " + flow.id());
      }
    }
  }

  private void checkTriggers() {
    Set<Integer> declared = new HashSet<>();
    for (Trigger trigger : triggers) {
      if (!declared.add(trigger.id())) {
        throw refused("trigger " + trigger.id() + " is declared twice");
      }
    }
    for (Flow flow : flows) {
      forEachMentioned(
          flow,
          trigger -> {
            if (!declared.contains(trigger)) {
              throw refused(
                  "flow " + flow.id() + " refers to trigger " + trigger + ", not declared");
            }
          });
    }
    for (Trigger trigger : triggers) {
      for (int next : trigger.then()) {
        if (!declared.contains(next)) {
          throw refused(
              "trigger " + trigger.id() + " refers to trigger " + next + ", not declared");
        }
      }
    }
    Map<Integer, Integer> activations = new HashMap<>();
    flows.forEach(flow -> forEachActivated(flow, id -> activations.merge(id, 1, Integer::sum)));
    triggers.forEach(
        trigger -> trigger.then().forEach(id -> activations.merge(id, 1, Integer::sum)));
    for (Trigger trigger : triggers) {
      int found = activations.getOrDefault(trigger.id(), 0);
      if (trigger.kind() != Trigger.Kind.MULTISHOT && found > trigger.count()) {
        throw refused(
            "trigger "
                + trigger.id()
                + " would be activated "
                + found
                + " times, but a "
                + (trigger.kind() == Trigger.Kind.ONESHOT ? "oneshot" : "barrier")
                + " takes "
                + trigger.count());
      }
    }
  }

  private void checkWorks(int hosts) {
    for (Trigger trigger : triggers) {
      if (trigger.work().filter(work -> work.host() >= hosts).isPresent()) {
        throw refused("trigger " + trigger.id() + " has work for a host beyond " + (hosts - 1));
      }
      if (trigger.count() == 0 && trigger.work().isEmpty()) {
        throw refused("trigger " + trigger.id() + " waits for nothing and has no work");
      }
    }
  }

  private static void forEachActivated(Flow flow, IntConsumer visitor) {
    flow.sendDoneTrigger().ifPresent(visitor);
    flow.recvDoneTrigger().ifPresent(visitor);
  }

  private static void forEachMentioned(Flow flow, IntConsumer visitor) {
    if (flow.start() instanceof Flow.Start.OnTrigger(int id)) {
      visitor.accept(id);
    }
    forEachActivated(flow, visitor);
  }

  private void checkAllStart() {
    TriggerEngine progress = new TriggerEngine(flows, triggers, HostSpeeds.OWN);
    BitSet started = new BitSet();
    Deque<Integer> running = new ArrayDeque<>();
    Deque<Integer> working = new ArrayDeque<>();
    TriggerEngine.Effects effects =
        new TriggerEngine.Effects() {
          @Override
          public void start(int flow) {
            started.set(flow);
            running.add(flow);
          }

          @Override
          public void work(int trigger, long untilPs) {
            working.add(trigger);
          }
        };
    progress.begin(effects);
    for (int i = 0; i < flows.size(); i++) {
      if (flows.get(i).start() instanceof Flow.Start.At) {
        effects.start(i);
      }
    }
    while (!running.isEmpty() || !working.isEmpty()) {
      if (!working.isEmpty()) {
        progress.worked(working.remove(), 0, effects);
      } else {
        int flow = running.remove();
        progress.received(flow, 0, effects);
        progress.sent(flow, 0, effects);
      }
    }
    int missing = started.nextClearBit(0);
    if (missing < flows.size()) {
      Flow flow = flows.get(missing);
      throw refused(
          "flow "
              + flow.id()
              + " ("
              + flow.src()
              + "->"
              + flow.dst()
              + ") could never start: "
              + "its trigger is not activated often enough");
    }
  }

  private UserInputException refused(String why) {
    return new UserInputException(name + ": " + why);
  }
}
