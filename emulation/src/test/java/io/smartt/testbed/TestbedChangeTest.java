package io.smartt.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.realtime.bmv2.ThriftSwitch;
import io.smartt.seed.PortNumbers;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import io.smartt.study.launch.Fabrics;
import io.smartt.testbed.TestbedChange.SwitchWaiting;
import io.smartt.testbed.sonic.change.CheckpointStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link TestbedChange} on a BMv2 switch: P4Runtime and Thrift, both of the test. */
@Timeout(60)
class TestbedChangeTest {
  @TempDir private Path folder = Path.of("");
  private final ThriftSwitch thrift = ThriftSwitch.start(0);
  private final List<String> said = new ArrayList<>();
  private final Server server = start();

  private static Server start() {
    SplittableRandom random = new SplittableRandom(1);
    EmbeddedSwitch device =
        new EmbeddedSwitch(
            "s1",
            PortNumbers.upTo(8),
            OptionalInt.empty(),
            List.of(QueueConfig.packets(64)),
            _ -> {});
    try {
      return Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
          .addService(
              new P4RuntimeService(
                  List.of(new EmbeddedDevice(1, device, random::split)),
                  Bmv2Program::load,
                  P4RuntimeSettings.lenient()))
          .build()
          .start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void stop() {
    server.shutdownNow();
    thrift.close();
  }

  private ExperimentSpec spec(String... more) {
    List<String> settings = new ArrayList<>(List.of("topology=single,3", "queue.size=6packets"));
    settings.add("switches.s1.target=bmv2");
    settings.add("switches.s1.address=localhost:" + server.getPort());
    settings.addAll(List.of(more));
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load("netns", Map.of("fabric", "physical"), settings, false);
  }

  private TestbedFacts facts(ExperimentSpec spec) {
    return new TestbedFacts(spec.settings());
  }

  private void apply(ExperimentSpec spec) {
    TestbedFacts facts = facts(spec);
    Duration most = Duration.ofSeconds(20);
    new TestbedChange(facts, new CheckpointStore(folder), SwitchWaiting.of(most, most), said::add)
        .apply(spec, facts.boxes());
  }

  private String thriftAddress() {
    return "switches.s1.thrift=localhost:" + thrift.address().getPort();
  }

  @Test
  void bmv2GetsItsProgramAndItsQueues() {
    apply(spec(thriftAddress()));

    // Rate and depth of two queues of three ports.
    assertThat(thrift.calls()).hasSize(3 * 2 * 2);
    assertThat(thrift.calls().get(1).arguments()).containsExactly(1L, 0L, 22L);
    assertThat(said)
        .singleElement()
        .asString()
        .startsWith("s1: program loaded, ")
        .endsWith("rates and depths of 3 ports set over Thrift");
    apply(spec(thriftAddress()));
    assertThat(said.get(1)).startsWith("s1: program there, 0 entries written");
  }

  @Test
  void withoutThriftItSaysThatQueuesStay() {
    apply(spec());
    assertThat(said)
        .singleElement()
        .asString()
        .endsWith("its queues stay as they are, since switches.s1.thrift is not given");
  }

  @Test
  void aThriftServerThatIsNotThereIsNamed() {
    int nobody = ThriftSwitch.nobody().getPort();
    assertThatThrownBy(() -> apply(spec("switches.s1.thrift=localhost:" + nobody)))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("BMv2 switch s1: its Thrift server at localhost:");
  }

  @Test
  void whatDiffersFromThePlanIsSaid() {
    ExperimentSpec spec = spec();
    P4SwitchDrivers boxes = new P4SwitchDrivers(spec, facts(spec), Duration.ofSeconds(20));
    TestbedSwitch box = facts(spec).boxes().getFirst();

    try (SwitchUnderTest running = boxes.open(box)) {
      assertThat(running.difference()).hasValue("does not run the program");
    }
    assertThat(boxes.changes(box))
        .singleElement()
        .asString()
        .startsWith("s1: the program would be loaded, with ");
    apply(spec);
    assertThat(boxes.changes(box)).containsExactly("s1: nothing to change in its tables");
    try (SwitchUnderTest running = boxes.open(box)) {
      assertThat(running.difference()).isEmpty();
      assertThat(running.counted().queues()).hasSize(3 * 2);
    }
    ExperimentSpec other = spec("seed=2");
    try (SwitchUnderTest running =
        new P4SwitchDrivers(other, facts(other), Duration.ofSeconds(20)).open(box)) {
      assertThat(running.difference()).hasValue("1 entry differs");
    }
    assertThat(new P4SwitchDrivers(other, facts(other), Duration.ofSeconds(20)).changes(box))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("  ~ ingress.ecmp_salt[default] -> ");
  }
}
