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
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeService;
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeSettings;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Programs the switches of an exercise over P4Runtime from their runtime files. */
final class ExerciseController implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final int MAX_MESSAGE_BYTES = 64 << 20;

  private final Exercise exercise;
  private final List<P4RuntimeClient> clients = new ArrayList<>();
  private final Server server;
  private final ManagedChannel channel;
  private final Set<String> programNames = new LinkedHashSet<>();

  /**
   * Starts the switches' P4Runtime server.
   *
   * @param devices the switches
   */
  ExerciseController(Exercise exercise, List<EmbeddedDevice> devices) {
    this.exercise = exercise;
    String address = "exercise-" + UUID.randomUUID();
    try {
      server =
          InProcessServerBuilder.forName(address)
              .directExecutor()
              .addService(
                  new P4RuntimeService(devices, Bmv2Program::load, P4RuntimeSettings.lenient()))
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
          programNames.add(
              runtime
                  .map(RuntimeFile::programName)
                  .orElseGet(() ->
                      String.valueOf(alone.orElseThrow().getFileName()).replace(".json", "")));
        });
    return done;
  }

  /** Names of the programs that the switches run, in the order of the switches. */
  List<String> programNames() {
    return List.copyOf(programNames);
  }

  @Override
  public void close() {
    clients.forEach(P4RuntimeClient::close);
    channel.shutdownNow();
    server.shutdownNow();
  }
}
