package io.smartt.emulation.fabric.netns;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.smartt.emulation.experiment.SwitchPorts;
import io.smartt.emulation.fabric.realtime.RealTimeSwitches;
import io.smartt.emulation.fabric.realtime.SwitchSamples;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.run.ControlPlane;
import io.smartt.emulation.run.ProgramCounts;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.settings.ProcessPlacement;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.Settings;
import io.smartt.emulation.settings.SwitchKind;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.host.packetio.KernelClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The switches that an experiment on the netns fabric asks for, with their controller. */
final class NetnsSwitches {
  private final RunInputs in;
  private final NamespaceNetwork network;
  private final SwitchPorts ports;
  private final EventLoop loop;
  private final KernelClock clock;
  private final Function<Port, List<ChannelHandler>> watchers;

  /**
   * @param loop of switches in this process
   * @param clock of the experiment
   * @param watchers of what each of their ports receives
   */
  NetnsSwitches(
      RunInputs in,
      NamespaceNetwork network,
      SwitchPorts ports,
      EventLoop loop,
      KernelClock clock,
      Function<Port, List<ChannelHandler>> watchers) {
    this.in = in;
    this.network = network;
    this.ports = ports;
    this.loop = loop;
    this.clock = clock;
    this.watchers = watchers;
  }

  /** Starts them, without a program. */
  Running start(RunMonitor monitor) {
    Settings settings = in.spec().settings();
    Topology topology = in.topology();
    double loss = settings.get(SettingKeys.LINK_LOSS) / 100;
    if (settings.get(SettingKeys.SWITCH_KIND) == SwitchKind.BMV2) {
      monitor.next("starting " + topology.switches().size() + " BMv2 switches");
      return apart(
          SwitchProcesses.bmv2(network, topology, ports::queues, in.spec().packets()), true);
    }
    if (SettingKeys.NETNS.read(settings).switches() == ProcessPlacement.APART) {
      monitor.next("starting " + topology.switches().size() + " switch processes");
      return apart(SwitchProcesses.embedded(network, topology, ports::queues, loss), false);
    }
    RawSwitches raw =
        RawSwitches.start(
            network, topology, loop, new KernelClock(), ports::queues, loss, watchers);
    try {
      return new Running(
          raw,
          ControlPlane.overTcp(raw.devices(), in.programs()),
          Optional.of(raw),
          PortTaps.none(),
          false);
    } catch (RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  private Running apart(SwitchProcesses processes, boolean bmv2) {
    List<Switch> switches = in.topology().switches();
    try {
      return new Running(
          processes,
          ControlPlane.over(sw -> processes.channel(switches.get((int) sw.deviceId() - 1))),
          Optional.empty(),
          PortTaps.open(network, in.topology(), loop, watchers),
          bmv2);
    } catch (RuntimeException e) {
      processes.close();
      throw e;
    }
  }

  /** Switches that run. */
  final class Running implements RealTimeSwitches, AutoCloseable {
    private final FabricSwitches all;
    private final ControlPlane control;
    private final Optional<RawSwitches> here;
    private final PortTaps taps;
    private final boolean bmv2;

    private Running(
        FabricSwitches all,
        ControlPlane control,
        Optional<RawSwitches> here,
        PortTaps taps,
        boolean bmv2) {
      this.taps = taps;
      this.all = all;
      this.control = control;
      this.here = here;
      this.bmv2 = bmv2;
    }

    FabricSwitches all() {
      return all;
    }

    void program() {
      control.program(ports.model(in.topology()), in.program(), in.spec().seed());
    }

    /** Programs those that had ended and were started again. */
    @Override
    public void look(RunMonitor monitor) {
      for (Switch sw : all.restarted()) {
        control.programAgain(in.topology().switches().indexOf(sw));
        monitor.stage("switch " + sw.name() + " had ended; it was started and programmed again");
      }
    }

    @Override
    public void setUp(Link link, boolean up) {
      all.setUp(link, up);
    }

    /** Queues of other processes are not to be had that often. */
    @Override
    public void watch(SampleRecorder recorder) {
      SwitchSamples samples = new SwitchSamples(clock, recorder);
      here.ifPresent(
          raw -> in.topology().switches().forEach(sw -> samples.watch(raw.device(sw.id()))));
    }

    @Override
    public void unwatch() {
      here.ifPresent(raw ->
          in.topology().switches().forEach(sw -> raw.device(sw.id()).watch((port, nowPs) -> {})));
    }

    /** How often a P4 program was run. */
    @Override
    public long packetHops() {
      return in.topology().switches().stream().mapToLong(sw -> all.counters(sw).received()).sum();
    }

    @Override
    public List<QueueRecord> queues() {
      List<QueueRecord> records = new ArrayList<>();
      for (Switch sw : in.topology().switches()) {
        if (bmv2) {
          int index = in.topology().switches().indexOf(sw);
          records.addAll(
              ProgramCounts.of(control.programmed(index))
                  .since(ProgramCounts.NONE, sw, in.topology().adjacencies(sw)));
          continue;
        }
        for (Adjacency port : in.topology().adjacencies(sw)) {
          for (QueueStatus queue : all.queues(sw, port.port())) {
            records.add(
                new QueueRecord(sw.name(), port.port(), queue.queue(), queue.counters()));
          }
        }
      }
      return records;
    }

    @Override
    public long unqueuedDrops() {
      return in.topology().switches().stream()
              .mapToLong(sw -> all.counters(sw).unqueued())
              .sum()
          + all.lostOnWires();
    }

    @Override
    public void close() {
      try {
        taps.close();
        control.close();
      } finally {
        all.close();
      }
    }
  }
}
