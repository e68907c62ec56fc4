package io.smartt.workload;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.Workload.Trigger;

/** Writes workloads as connection matrices that this project and the reference simulator read. */
public final class CmWriter {
  private CmWriter() {}

  /**
   * The text of a file. Flow.Start times are microseconds, with a fraction only where they need
   * one.
   *
   * @throws UserInputException if the workload has what such a file cannot say
   */
  public static String write(Workload workload) {
    if (!workload.triggers().stream().allMatch(Trigger::isPlain)) {
      throw new UserInputException(
          workload.name() + " has computation or chains of triggers, which a .cm file cannot say");
    }
    StringBuilder text = new StringBuilder();
    text.append("Nodes ").append(workload.hosts()).append('\n');
    text.append("Connections ").append(workload.flows().size()).append('\n');
    if (!workload.triggers().isEmpty()) {
      text.append("Triggers ").append(workload.triggers().size()).append('\n');
    }
    if (!workload.failures().isEmpty()) {
      text.append("Failures ").append(workload.failures().size()).append('\n');
    }
    workload.flows().forEach(flow -> append(text, flow));
    for (Trigger trigger : workload.triggers()) {
      text.append("trigger id ").append(trigger.id()).append(' ');
      text.append(trigger.kind().name().toLowerCase(Locale.ROOT));
      if (trigger.kind() == Trigger.Kind.BARRIER) {
        text.append(" count ").append(trigger.count());
      }
      text.append('\n');
    }
    for (Workload.Failure failure : workload.failures()) {
      text.append("failure switch_type ").append(CmReader.TIERS.get(failure.tier()));
      text.append(" switch_id ").append(failure.switchId());
      failure.linkId().ifPresent(link -> text.append(" link_id ").append(link));
      text.append('\n');
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Flow flow) {
    text.append(flow.src()).append("->").append(flow.dst()).append(" id ").append(flow.id());
    switch (flow.start()) {
      case Flow.Start.At(long ps) -> text.append(" start ").append(microseconds(ps));
      case Flow.Start.OnTrigger(int id) -> text.append(" trigger ").append(id);
    }
    text.append(" size ").append(flow.bytes());
    flow.sendDoneTrigger().ifPresent(id -> text.append(" send_done_trigger ").append(id));
    flow.recvDoneTrigger().ifPresent(id -> text.append(" recv_done_trigger ").append(id));
    text.append('\n');
  }

  private static String microseconds(long ps) {
    BigDecimal us = BigDecimal.valueOf(ps).movePointLeft(6).stripTrailingZeros();
    return us.scale() < 0 ? us.setScale(0).toPlainString() : us.toPlainString();
  }
}
