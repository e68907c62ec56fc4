package io.smartt.emulation.tutorial;

import module java.base;

import io.grpc.ManagedChannel;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.emulation.p4tools.P4Program;
import io.smartt.experiment.exercise.Exercise;
import io.smartt.experiment.exercise.ExerciseFabric;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.p4runtime.InProcessP4Runtime;
import io.smartt.softswitch.standalone.SwitchServer;

/** Programs the switches of an exercise over P4Runtime from their runtime files. */
final class ExerciseController {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final Exercise exercise;
  private final ExerciseServers servers;
  private final ExerciseFabric network;
  private final Set<String> programNames = new LinkedHashSet<>();

  /**
   * A controller.
   *
   * @param servers P4Runtime of the switches
   * @param network of the switches
   */
  ExerciseController(Exercise exercise, ExerciseServers servers, ExerciseFabric network) {
    this.exercise = exercise;
    this.servers = servers;
    this.network = network;
  }

  /**
   * Programs every switch that no other controller programs, and takes leave of it.
   *
   * @param otherwise the program of a switch that has neither runtime file nor program
   * @param others whether a controller of the exercise's own programs switches without runtime file
   * @return what was done, a line a switch
   */
  List<String> program(Optional<Path> otherwise, boolean others) {
    List<String> done = new ArrayList<>();
    Map<Path, RuntimeFile> read = new HashMap<>();
    exercise
        .switches()
        .forEach((name, spec) -> {
          Optional<RuntimeFile> runtime =
              spec.runtime().map(file -> read.computeIfAbsent(file, RuntimeFile::read));
          Optional<Path> alone = spec.program().or(() -> otherwise);
          runtime
              .map(RuntimeFile::programName)
              .or(() -> alone.map(ExerciseController::programName))
              .ifPresent(programNames::add);
          if (runtime.isEmpty() && others) {
            done.add(name + ": left to the controller");
          } else if (runtime.isEmpty() && alone.isEmpty()) {
            throw new UserInputException(
                "%s: switches.%s has neither runtime_json nor program, and there is no one build/*.json"
                    .formatted(exercise.file(), name));
          } else {
            done.add(name + ": " + program(name, spec, runtime, alone));
          }
        });
    return done;
  }

  private String program(
      String name, Exercise.SwitchSpec spec, Optional<RuntimeFile> runtime, Optional<Path> alone) {
    SwitchId id = new SwitchId(name, spec.deviceId());
    P4Program program =
        runtime
            .map(RuntimeFile::program)
            .orElseGet(() -> P4Program.read(alone.orElseThrow(), Optional.empty()));
    try (P4RuntimeClient client =
        P4RuntimeClient.connect(servers.channel(spec.deviceId()), id, ElectionId.of(1), DEADLINE)) {
      client.setPipelineConfig(program.pipelineConfig());
      ProgrammedSwitch sw = new ProgrammedSwitch(client, program.info());
      int entries = runtime.map(file -> file.write(sw)).orElse(0);
      // The tutorials start simple_switch_CLI before P4Runtime loads the program, which would take
      // entries away again: commands come behind it here.
      return entries
          + " entries"
          + spec.cliInput()
              .map(file -> ", " + new CliInput(name, sw, network).run(file) + " commands")
              .orElse("");
    } catch (P4RuntimeException e) {
      throw new RunFailedException(
          spec.runtime().map(String::valueOf).orElse(name) + ": " + e.getMessage(), e);
    }
  }

  private static String programName(Path compiled) {
    return String.valueOf(compiled.getFileName()).replace(".json", "");
  }

  /** Names of the programs that the switches run, in the order of the switches. */
  List<String> programNames() {
    return List.copyOf(programNames);
  }

  /**
   * P4Runtime of an exercise's switches: for this process, and where another process controls them
   * on loopback, a port a switch as the tutorials' controllers expect.
   */
  static final class ExerciseServers implements AutoCloseable {
    /** The port of the first switch; the next ones count up. */
    static final int FIRST_PORT = 50_051;

    private final List<InProcessP4Runtime> endpoints;
    private final List<SwitchServer> listening = new ArrayList<>();

    /** Starts those of this process. */
    ExerciseServers(List<EmbeddedDevice> devices) {
      endpoints =
          devices.stream()
              .map(device -> InProcessP4Runtime.of(List.of(device), Bmv2Program::load))
              .toList();
    }

    /** Returns what leads to a switch: the ids of an exercise's devices count from 0. */
    ManagedChannel channel(int deviceId) {
      return endpoints.get(deviceId).channel();
    }

    /**
     * Listens for controllers in other processes.
     *
     * @param calls what runs their calls; empty where any thread may
     * @throws RunFailedException naming the port that is taken
     */
    void listen(Optional<Executor> calls) {
      for (InProcessP4Runtime endpoint : endpoints) {
        listening.add(
            SwitchServer.start(
                new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), FIRST_PORT + listening.size()),
                Optional.empty(),
                List.of(endpoint.service()),
                calls,
                Optional.empty()));
      }
    }

    @Override
    public void close() {
      listening.forEach(SwitchServer::close);
      endpoints.forEach(InProcessP4Runtime::close);
    }
  }
}
