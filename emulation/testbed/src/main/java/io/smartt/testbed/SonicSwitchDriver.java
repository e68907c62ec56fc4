package io.smartt.testbed;

import module java.base;

import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Port;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.softswitch.backend.LinkState;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.Finding;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.GnmiSwitch.QueueCounts;
import io.smartt.testbed.sonic.PlannedSwitch;
import io.smartt.testbed.sonic.change.PortAdmin;
import io.smartt.testbed.sonic.shown.Verification;

/**
 * A SONiC switch, by gNMI.
 *
 * @param queues whose counters are read
 * @param admin takes ports down and up
 * @param names what the switch calls the port of the topology
 */
record SonicSwitchDriver(
    TestbedSwitch box,
    GnmiSwitch device,
    PlannedSwitch planned,
    List<SonicQueue> queues,
    PortAdmin admin,
    Function<Port, String> names)
    implements SwitchUnderTest {
  private static final String INTERVALS = "FLEX_COUNTER_TABLE";
  private static final String QUEUES = "QUEUE";
  private static final String PORTS = "PORT";
  private static final String MARKS = "WRED_ECN_QUEUE";
  private static final String STANDARD_INTERVAL_MS = "10000";

  /** Copies the list. */
  SonicSwitchDriver {
    queues = List.copyOf(queues);
  }

  /**
   * A queue whose counters are read.
   *
   * @param name as SONiC has it, {@code Ethernet0:0}
   * @param switchName the topology's switch
   * @param port of it
   */
  record SonicQueue(String name, String switchName, int port, int queue) {}

  @Override
  public Optional<String> difference() {
    int changes = planned.patch().changes().size();
    if (changes == 0) {
      return planned.stages().isEmpty()
          ? Optional.empty()
          : Optional.of("holds the plan, but interfaces or neighbours are not as it has them");
    }
    return Optional.of(changes + (changes == 1 ? " object differs" : " objects differ"));
  }

  @Override
  public List<String> warnings() {
    List<String> all = new ArrayList<>();
    planned.findings().stream().map(Finding::toString).forEach(all::add);
    Verification.now(device, planned.plan(), planned.after()).stream()
        .map(Finding::toString)
        .forEach(all::add);
    if (!polls(QUEUES, "enable")) {
      all.add("queues are not counted: counterpoll queue enable");
    }
    if (!planned.plan().pausingGroups().isEmpty() && !polls(PORTS, "enable")) {
      all.add("pauses are not counted: counterpoll port enable");
    }
    if (!polls(MARKS, "disable")) {
      all.add("marks are not counted: counterpoll wredqueue enable");
    }
    return all;
  }

  private boolean polls(String group, String standard) {
    String status = now().field(INTERVALS, group, "FLEX_COUNTER_STATUS").orElse(standard);
    return status.equals("enable");
  }

  private ConfigDb now() {
    return planned.before();
  }

  @Override
  public SwitchCounts counted() {
    Map<String, SonicQueue> byName = new LinkedHashMap<>();
    queues.forEach(queue -> byName.put(queue.name(), queue));
    Map<String, QueueCounts> counts = device.queueCounts(List.copyOf(byName.keySet()));
    List<QueueRecord> records = new ArrayList<>();
    byName.forEach((name, queue) -> {
      QueueCounts counted = counts.get(name);
      if (counted != null) {
        records.add(record(queue, counted));
      }
    });
    return SwitchCounts.ofQueues(records, device.pauseFrames(planned.plan().pausingGroups()));
  }

  private static QueueRecord record(SonicQueue queue, QueueCounts counts) {
    return new QueueRecord(
        queue.switchName(),
        queue.port(),
        queue.queue(),
        new QueueCounters(
            PacketByteCount.ZERO,
            new PacketByteCount(counts.sentPackets(), counts.sentBytes()),
            new PacketByteCount(counts.droppedPackets(), counts.droppedBytes()),
            new PacketByteCount(counts.trimmedPackets(), 0),
            new PacketByteCount(counts.markedPackets(), counts.markedBytes()),
            0,
            0,
            PacketByteCount.ZERO,
            new PacketByteCount(counts.cutDroppedPackets(), 0),
            CountedBy.ASIC));
  }

  /** SONiC asks the ASIC in intervals. */
  @Override
  public Duration countsLag() {
    long mostMs = 0;
    boolean pauses = !planned.plan().pausingGroups().isEmpty();
    for (String group : pauses ? List.of(QUEUES, MARKS, PORTS) : List.of(QUEUES, MARKS)) {
      String text = now().field(INTERVALS, group, "POLL_INTERVAL").orElse(STANDARD_INTERVAL_MS);
      mostMs = Math.max(mostMs, Long.parseLong(text));
    }
    return Duration.ofMillis(mostMs + mostMs / 10);
  }

  @Override
  public OptionalLong routerMac() {
    return now()
        .field("DEVICE_METADATA", "localhost", "mac")
        .map(text -> OptionalLong.of(Long.parseLong(text.replace(":", ""), 16)))
        .orElse(OptionalLong.empty());
  }

  @Override
  public void requireChange(LinkState before, LinkState after) {
    if (!after.isLikeButForCarrier(before)) {
      throw new UserInputException(
          box.name()
              + " runs SONiC, which takes a port down and up but has no loss or delay, and shapes"
              + " no port while traffic runs");
    }
  }

  @Override
  public void change(List<Port> ends, LinkState after) {
    admin.set(device, ends.stream().map(names).collect(Collectors.toSet()), after.up());
  }

  @Override
  public void close() {
    device.close();
  }
}
