package io.smartt.realtime.docker;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Switch;
import io.smartt.realtime.ClockOffset;
import io.smartt.realtime.containers.FabricAccess;
import io.smartt.realtime.containers.PathDelays;
import io.smartt.realtime.partition.Partition;
import io.smartt.softswitch.backend.SwitchBackend;

/**
 * The measurements between the machines of a run; nothing where there is one.
 *
 * @param partition empty: one machine
 * @param clocks of machines that have hosts
 */
record MachineFacts(
    Optional<Partition> partition,
    PathDelays ways,
    Map<Integer, ClockOffset> clocks,
    List<String> notes) {
  /** The facts of one machine. */
  static final MachineFacts ONE =
      new MachineFacts(Optional.empty(), PathDelays.of(List.of()), Map.of(), List.of());

  /** Copies. */
  MachineFacts {
    clocks = Map.copyOf(clocks);
    notes = List.copyOf(notes);
  }

  /**
   * Measures.
   *
   * @param ipBytes of the experiment's longest IP packet
   * @throws io.smartt.base.input.UserInputException if that is too long between two machines
   */
  static MachineFacts of(MachinesFabric fabric, FabricAccess access, int ipBytes) {
    try (OverlayDelays ways = new OverlayDelays(fabric, access, ipBytes)) {
      Map<Integer, ClockOffset> clocks = ways.clocks();
      PathDelays measured = ways.measure();
      List<String> notes = new ArrayList<>(notes(fabric, clocks));
      notes.addAll(measured.notes());
      return new MachineFacts(Optional.of(fabric.partition()), measured, clocks, notes);
    }
  }

  private static List<String> notes(MachinesFabric fabric, Map<Integer, ClockOffset> clocks) {
    Partition partition = fabric.partition();
    return IntStream.range(0, partition.machines().size())
        .mapToObj(i ->
            "machine %s has %d hosts, %d switches and %d cut links; its clock is ahead by %s"
                .formatted(
                    fabric.engines().address(i),
                    partition.hosts(i).size(),
                    partition.switches(i).size(),
                    partition.cutAt(i).size(),
                    clocks.containsKey(i) ? clocks.get(i) : "an unknown time"))
        .toList();
  }

  SwitchBackend around(Switch sw, SwitchBackend backend) {
    return partition.map(cut -> ways.around(cut, sw, backend)).orElse(backend);
  }

  /** Returns how far the clock of a host's machine is ahead, as far as that is sure. */
  long clockOffsetNs(Host host) {
    return partition.map(cut -> clocks.get(cut.of(host))).map(ClockOffset::sureNs).orElse(0L);
  }
}
