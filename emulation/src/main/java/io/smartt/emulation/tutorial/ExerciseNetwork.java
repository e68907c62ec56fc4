package io.smartt.emulation.tutorial;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.p4tools.P4Program;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.EmbeddedSwitch;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeService;
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeSettings;
import io.smartt.emulation.softswitch.p4runtime.ProgramLoader;
import io.smartt.emulation.station.LinkEnd;
import io.smartt.emulation.station.LinkWatch;
import io.smartt.emulation.station.StationNetwork;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * The network of an exercise in virtual time: hosts, embedded switches with 64 packets a queue as
 * simple_switch has, links with their rate and latency; and a controller that programs the switches
 * over P4Runtime from their runtime files.
 */
final class ExerciseNetwork implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final int MAX_MESSAGE_BYTES = 64 << 20;
  private static final int QUEUE_PACKETS = 64;

  private final Exercise exercise;
  private final StationNetwork network = new StationNetwork(LinkWatch.NONE);
  private final Map<String, VirtualHost> hosts = new LinkedHashMap<>();
  private final Map<String, EmbeddedSwitch> switches = new LinkedHashMap<>();
  private final List<P4RuntimeClient> clients = new ArrayList<>();
  private final Server server;
  private final ManagedChannel channel;
  private String programName = "";

  /** Builds it; the switches have no program yet. */
  ExerciseNetwork(Exercise exercise, ProgramLoader loader, long seed) {
    this.exercise = exercise;
    exercise
        .hosts()
        .forEach((name, spec) -> {
          try {
            hosts.put(name, new VirtualHost(name, spec, network));
          } catch (UserInputException e) {
            throw e.at(exercise.file() + ": hosts." + name);
          }
        });
    SplittableRandom random = new SplittableRandom(seed);
    List<EmbeddedDevice> devices = new ArrayList<>();
    exercise
        .switches()
        .forEach((name, spec) -> {
          EmbeddedSwitch device =
              network.addSwitch(
                  name,
                  ports(name, spec),
                  Collections.nCopies(
                      Math.max(1, spec.priorityQueues()), QueueConfig.packets(QUEUE_PACKETS)));
          switches.put(name, device);
          SplittableRandom own = random.split();
          devices.add(new EmbeddedDevice(spec.deviceId(), device, own::split));
        });
    for (Exercise.LinkSpec link : exercise.links()) {
      network.link(end(link.a()), end(link.b()), link.rateBps(), link.delayPs());
    }
    for (VirtualHost host : hosts.values()) {
      if (exercise.links().stream()
          .noneMatch(
              link -> link.a().node().equals(host.name()) || link.b().node().equals(host.name()))) {
        throw new UserInputException(exercise.file() + ": " + host.name() + " has no link");
      }
    }
    String address = "exercise-" + UUID.randomUUID();
    try {
      server =
          InProcessServerBuilder.forName(address)
              .directExecutor()
              .addService(new P4RuntimeService(devices, loader, P4RuntimeSettings.lenient()))
              .build()
              .start();
    } catch (IOException e) {
      throw new RunFailedException("the in-process P4Runtime server did not start: " + e, e);
    }
    channel =
        InProcessChannelBuilder.forName(address)
            .directExecutor()
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .build();
  }

  private BitSet ports(String name, Exercise.SwitchSpec spec) {
    BitSet ports = new BitSet();
    for (Exercise.LinkSpec link : exercise.links()) {
      for (Exercise.End end : List.of(link.a(), link.b())) {
        if (end.node().equals(name)) {
          if (ports.get(end.port())) {
            throw new UserInputException(exercise.file() + ": two links at " + end);
          }
          ports.set(end.port());
        }
      }
    }
    spec.cpuPort().ifPresent(ports::set);
    return ports;
  }

  private LinkEnd end(Exercise.End end) {
    VirtualHost host = hosts.get(end.node());
    if (host != null) {
      return host.end();
    }
    EmbeddedSwitch device = Optional.ofNullable(switches.get(end.node())).orElseThrow();
    return new LinkEnd.OfSwitch(device, end.port());
  }

  /**
   * Programs every switch as its runtime file says.
   *
   * @param otherwise the program of a switch that has neither runtime file nor program
   * @return what was done, a line a switch
   */
  List<String> program(Optional<Path> otherwise) {
    List<String> done = new ArrayList<>();
    Map<Path, RuntimeFile> read = new HashMap<>();
    exercise
        .switches()
        .forEach((name, spec) -> {
          Optional<RuntimeFile> runtime =
              spec.runtime().map(file -> read.computeIfAbsent(file, RuntimeFile::read));
          Optional<Path> alone = spec.program().or(() -> otherwise);
          if (runtime.isEmpty() && alone.isEmpty()) {
            throw new UserInputException(
                "%s: switches.%s has neither runtime_json nor program, and there is no one build/*.json"
                    .formatted(exercise.file(), name));
          }
          P4Program program =
              runtime
                  .map(RuntimeFile::program)
                  .orElseGet(() -> P4Program.read(alone.orElseThrow(), Optional.empty()));
          try {
            P4RuntimeClient client =
                P4RuntimeClient.connect(
                    channel, new SwitchId(name, spec.deviceId()), ElectionId.of(1), DEADLINE);
            clients.add(client);
            client.setPipelineConfig(program.pipelineConfig());
            int updates =
                runtime
                    .map(file -> file.write(new ProgrammedSwitch(client, program.info())))
                    .orElse(0);
            done.add(name + ": " + updates + " entries");
          } catch (P4RuntimeException e) {
            throw new RunFailedException(
                spec.runtime().map(String::valueOf).orElse(name) + ": " + e.getMessage(), e);
          }
          programName =
              runtime
                  .map(RuntimeFile::programName)
                  .orElseGet(
                      () -> String.valueOf(alone.orElseThrow().getFileName()).replace(".json", ""));
        });
    return done;
  }

  /** The name of the program that the switches run. */
  String programName() {
    return programName;
  }

  /** Hosts by name, in the order of the file. */
  Map<String, VirtualHost> hosts() {
    return Collections.unmodifiableMap(hosts);
  }

  StationNetwork network() {
    return network;
  }

  /** Runs programs that p4c compiled. */
  static ProgramLoader loader() {
    return Bmv2Program::load;
  }

  @Override
  public void close() {
    clients.forEach(P4RuntimeClient::close);
    channel.shutdownNow();
    server.shutdownNow();
  }
}
