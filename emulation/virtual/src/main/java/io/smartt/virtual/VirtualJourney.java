package io.smartt.virtual;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.journey.Journey;
import io.smartt.experiment.journey.Journey.JourneyQuery;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.DirectControl;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.host.signals.SignalLayout;
import io.smartt.p4.pipeline.program.Bmv2Program;

/**
 * Runs an experiment again in virtual time, to see what happened to one of its packets. One that is
 * known when it is sent is followed from there; one that is known by what happened to it later has
 * a run to find it and one to follow it. Each is the run, event by event, until the sender has
 * heard of the packet.
 */
public record VirtualJourney(RunInputs in, RunMonitor monitor) {
  /** The journey of the packet that a query means; empty where the run has none. */
  public Optional<Journey> of(JourneyQuery query) {
    return switch (query) {
      case JourneyQuery.ByNumber(var from, var to, var psn) ->
          follow(
              new JourneyWatch(address(from), address(to), signals(), view -> view.psn() == psn));
      case JourneyQuery.ByPlace(var from, var to, var place) -> {
        AtomicLong passed = new AtomicLong();
        yield follow(
            new JourneyWatch(
                address(from),
                address(to),
                signals(),
                view -> !view.isSentAgain() && passed.incrementAndGet() == place));
      }
      case JourneyQuery.First(var fate) -> {
        PacketSearch search = new PacketSearch(fate);
        run(search, in.programs(), search::isOver);
        yield search.found().flatMap(name -> follow(new JourneyWatch(name, signals())));
      }
    };
  }

  private Optional<Journey> follow(JourneyWatch watch) {
    run(watch, new ProgramCache(json -> Bmv2Program.watched(json, watch)), watch::isOver);
    return watch
        .name()
        .map(name ->
            new Journey(
                name,
                in.topology().hostName(name.source()),
                in.topology().hostName(name.destination()),
                watch.events(),
                watch.isOver()));
  }

  private SignalLayout signals() {
    return SignalLayout.parse(SettingKeys.TRANSPORT.read(in.spec().settings()).signals());
  }

  private int address(String host) {
    return in.topology().hosts().stream()
        .filter(one -> one.name().equals(host))
        .mapToInt(Host::ipv4)
        .findFirst()
        .orElseThrow();
  }

  private void run(FabricWatch watch, ProgramCache programs, BooleanSupplier isOver) {
    long idealEndPs = in.ideal().lastFinishPs();
    try (VirtualExperiment experiment = VirtualExperiment.watched(in, watch)) {
      new DirectControl(experiment.fabric().devices(in.spec().seed()), programs)
          .program(
              experiment.ports().model(in.topology()),
              in.program(),
              in.spec().seed(),
              experiment.tasks(),
              monitor);
      experiment.run(new RunMonitor.UntilOver(monitor, isOver), idealEndPs);
    }
  }
}
