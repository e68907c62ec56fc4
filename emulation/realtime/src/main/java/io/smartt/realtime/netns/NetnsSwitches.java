package io.smartt.realtime.netns;

import module java.base;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.ControlPlane;
import io.smartt.experiment.run.LiveNetwork.LivePlan.ProgrammedNetwork;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.host.packetio.KernelClock;
import io.smartt.realtime.LinkWatch;
import io.smartt.realtime.RealTimeSwitches;
import io.smartt.realtime.SignOfLife;
import io.smartt.realtime.SwitchSamples;
import io.smartt.realtime.netns.SwitchProcesses.SwitchProgramLauncher;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchBackends;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import io.smartt.switchd.ctl.NamespaceGrpc;
import io.smartt.switchd.ctl.RemoteSwitch;

/** The switches that an experiment on the netns fabric asks for, with their controller. */
final class NetnsSwitches {
  private final ProgrammedNetwork in;
  private final ProgramCache programs;
  private final NamespaceNetwork network;
  private final SwitchPorts ports;
  private final EventLoop loop;
  private final KernelClock clock;
  private final KernelClock ofSwitches = new KernelClock();
  private final Function<Port, List<ChannelHandler>> watchers;

  /**
   * @param programs compiles those of switches in this process
   * @param loop of switches in this process
   * @param clock of the experiment
   * @param watchers of what each of their ports receives
   */
  NetnsSwitches(
      ProgrammedNetwork in,
      ProgramCache programs,
      NamespaceNetwork network,
      SwitchPorts ports,
      EventLoop loop,
      KernelClock clock,
      Function<Port, List<ChannelHandler>> watchers) {
    this.in = in;
    this.programs = programs;
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
    SwitchBackends backends =
        new SwitchBackends(topology, ports::queues, settings.get(SettingKeys.LINK_LOSS) / 100);
    if (!in.spec().switches().own()) {
      monitor.next("starting " + topology.switches().size() + " BMv2 switches");
      Path program = Bmv2Process.find();
      return perNode(
          backends,
          (grpc, control) ->
              new Bmv2Process(
                  program,
                  grpc,
                  topology,
                  in.spec().packets(),
                  sw -> control.programmed(topology.switches().indexOf(sw))));
    }
    if (NetnsSettings.SECTION.read(settings).switches() == NetnsSettings.ProcessPlacement.APART) {
      monitor.next("starting " + topology.switches().size() + " switch processes");
      return perNode(backends, (grpc, _) -> new SmarttSwitchProcess(grpc, in.spec().seed()));
    }
    InProcessSwitches here =
        InProcessSwitches.start(
            network, topology, loop, ofSwitches, in.spec().seed(), backends, watchers);
    try {
      ControlPlane control = ControlPlane.overTcp(here.devices(), programs);
      return new Running(
          backends, control, Optional.of(here), Optional.empty(), PortTaps.none(), here::close);
    } catch (RuntimeException e) {
      throw Closing.after(e, here);
    }
  }

  /** Runs the switches with a process each. */
  private Running perNode(
      SwitchBackends backends,
      BiFunction<NamespaceGrpc, ControlPlane, SwitchProcesses.SwitchProgramLauncher> program) {
    NamespaceGrpc grpc = new NamespaceGrpc(network.switches());
    try {
      ControlPlane control =
          ControlPlane.over(sw -> grpc.channel(SwitchProcesses.p4RuntimePort(sw.deviceId())));
      SwitchProcesses processes =
          SwitchProcesses.start(network, in.topology(), program.apply(grpc, control), backends);
      try {
        return new Running(
            backends,
            control,
            Optional.empty(),
            Optional.of(processes),
            PortTaps.open(network, in.topology(), loop, watchers),
            () -> end(processes, backends, grpc));
      } catch (RuntimeException e) {
        throw Closing.after(e, processes);
      }
    } catch (RuntimeException e) {
      throw Closing.after(e, grpc);
    }
  }

  private static void end(SwitchProcesses processes, SwitchBackends backends, NamespaceGrpc grpc) {
    processes.close();
    backends.close();
    grpc.close();
  }

  /** Switches that run. */
  final class Running implements RealTimeSwitches, AutoCloseable {
    private final SwitchBackends all;
    private final ControlPlane control;
    private final Optional<InProcessSwitches> here;
    private final Optional<SwitchProcesses> processes;
    private final PortTaps taps;
    private final Runnable end;
    private final LinkWatch links;

    private Running(
        SwitchBackends all,
        ControlPlane control,
        Optional<InProcessSwitches> here,
        Optional<SwitchProcesses> processes,
        PortTaps taps,
        Runnable end) {
      this.all = all;
      this.control = control;
      this.here = here;
      this.processes = processes;
      this.taps = taps;
      this.end = end;
      links = LinkWatch.ofSwitches(in.topology(), sw -> all.of(sw).portsDown(), System::nanoTime);
    }

    /** Programs all for the network as it is now. */
    void program(Topology now, RunMonitor monitor) {
      control.program(
          ports.model(now), in.program(), in.spec().seed(), TaskRunner.SEQUENTIAL, monitor);
    }

    /** Programs those that had ended and were started again. */
    @Override
    public void poll(long timePs, RunEvents events, RunMonitor monitor) {
      for (Switch sw : processes.map(SwitchProcesses::restarted).orElse(List.of())) {
        events.add(timePs, RunEvent.Kind.SWITCH_LOST, "switch " + sw.name() + " ended", sw.name());
        control.programAgain(in.topology().switches().indexOf(sw));
        String what = "switch " + sw.name() + " had ended; it was started and programmed again";
        events.add(clock.nowPs(), RunEvent.Kind.SWITCH_RESTARTED, what, sw.name());
        monitor.stage(what);
      }
      links.look(timePs, events, monitor);
    }

    /** A switch as its controller sees it. */
    ProgrammedSwitch programmed(Switch sw) {
      return control.programmed(in.topology().switches().indexOf(sw));
    }

    /** A switch in this process. */
    StandaloneSwitch device(Switch sw) {
      return here.orElseThrow().device(sw.id());
    }

    Optional<ControlPlane.Endpoint> p4Runtime() {
      return control.endpoint();
    }

    @Override
    public void set(Link link, LinkCondition condition) {
      all.set(link, condition);
    }

    @Override
    public void change(Link link, List<LinkChange> changes) {
      all.change(link, changes, in.spec().dilation());
    }

    /** Queues of other processes cannot be read that often. */
    @Override
    public void startSampling(SampleRecorder recorder) {
      SwitchSamples samples = new SwitchSamples(clock, ofSwitches, recorder);
      here.ifPresent(_ -> in.topology().switches().forEach(sw -> samples.watch(device(sw))));
    }

    @Override
    public void stopSampling() {
      here.ifPresent(
          _ -> in.topology().switches().forEach(sw -> device(sw).watch((port, nowPs) -> {})));
    }

    /** Switches in this process record on their loop. */
    @Override
    public void whileNotRecording(Runnable task) {
      loop.submit(task).syncUninterruptibly();
    }

    @Override
    public List<SignOfLife> signs() {
      return processes.map(apart -> apart.signs(all)).orElse(List.of());
    }

    @Override
    public Map<Integer, Map<String, Long>> refused(Switch sw) {
      return all.of(sw).refused();
    }

    @Override
    public Map<Switch, SwitchLateness> lateness() {
      return all.lateness();
    }

    @Override
    public SwitchCounts counts() {
      return all.counts();
    }

    @Override
    public void close() {
      try {
        taps.close();
        control.close();
      } finally {
        end.run();
      }
    }
  }

  /**
   * {@code smartt switch} of this build, with its control service at its P4Runtime server.
   *
   * @param grpc reaches its servers
   * @param seed of link losses and the program's random numbers
   */
  record SmarttSwitchProcess(NamespaceGrpc grpc, long seed) implements SwitchProgramLauncher {
    @Override
    public List<String> command(
        Switch sw, List<String> interfaces, int queuesPerPort, int p4RuntimePort) {
      List<String> jvmOptions = new ArrayList<>(OwnProgram.AS_SERVER);
      jvmOptions.addAll(OwnProgram.asThisOne());
      List<String> arguments = new ArrayList<>(List.of("switch"));
      interfaces.forEach(name -> arguments.addAll(List.of("-i", name)));
      String rest =
          "--no-p4 --device-id %s --seed %s --priority-queues %s --grpc-server-addr 127.0.0.1:%s"
              .formatted(sw.id(), seed, queuesPerPort, p4RuntimePort);
      arguments.addAll(List.of(rest.split(" ", -1)));
      return OwnProgram.command(jvmOptions, arguments);
    }

    @Override
    public SwitchBackend backend(Switch sw, int p4RuntimePort) {
      return new RemoteSwitch(sw.name(), grpc.channel(p4RuntimePort));
    }
  }
}
