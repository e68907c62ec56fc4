package io.smartt.study.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.study.sweep.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs with a congestion control or a load balancer of the user's. */
@Timeout(120)
class OwnAlgorithmRunTest {
  private static final String WORKLOAD = "workload=incast:3x64KiB";

  private final Fabrics fabrics = Fabrics.builtIn();
  private final ExperimentLoader loader =
      new ExperimentLoader(new ProfileLibrary(fabrics.settings()));

  @TempDir private Path temp;

  private Path file(String name) throws IOException {
    try (var in = OwnAlgorithmRunTest.class.getResourceAsStream("/own/" + name)) {
      return Files.write(temp.resolve(name), in.readAllBytes());
    }
  }

  private ExperimentSpec spec(String... assignments) {
    return loader.load("virtual", Map.of(), List.of(assignments), false);
  }

  private Path run(ExperimentSpec spec, String folder) {
    Path out = temp.resolve(folder);
    new LocalRunner(Clock.systemUTC(), 2, false, fabrics)
        .run(spec, Optional.of(out), RunMonitor.NONE);
    return out;
  }

  private static void assertAlike(Path one, Path other) {
    for (String file : List.of("flows.csv", "samples.csv", "switches.csv")) {
      assertThat(one.resolve(file)).hasSameBinaryContentAs(other.resolve(file));
    }
  }

  @Test
  void theLibrarysDctcpAsOneFileSendsTheSameBytesAtTheSameTimes() throws IOException {
    Path builtIn = run(spec(WORKLOAD, "scheme=dctcp"), "built-in");
    Path copy = run(spec(WORKLOAD, "scheme=" + file("DctcpCopy.java")), "copy");

    assertAlike(builtIn, copy);
  }

  @Test
  void itsSettingsAreKeysInAnyOrder() throws IOException {
    String scheme = "scheme=" + file("DctcpCopy.java");
    Path changed = run(spec(WORKLOAD, "dctcp-copy.gain=0.5", scheme), "changed");

    assertAlike(run(spec(WORKLOAD, "scheme=dctcp", "dctcp.gain=0.5"), "built-in"), changed);
    assertThatThrownBy(() -> spec(scheme, "dctcp-copy.gian=0.5"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("did you mean dctcp-copy.gain?");
    assertThatThrownBy(() -> spec(scheme, "dctcp-copy.gain=2"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("gain is 2.0, accepted is above 0, to 1");
    assertThatThrownBy(
            () -> fabrics.check().require(spec(scheme, "dctcp.gain=0.5", WORKLOAD), Use.RUN))
        .hasMessageContaining("scheme 'dctcp-copy' does not read it; dctcp does");
  }

  /** The file fails where a round trip less hosts' part is not the empty network's. */
  @ParameterizedTest
  @CsvSource({"0us+5us", "2us+5us", "1us..4us"})
  void hostsPartOfEachRoundTripIsWhatTheNetworkDidNotTake(String delay) throws IOException {
    String scheme = "scheme=" + file("FabricDelay.java");
    String[] lone = {"topology=leafspine,2,2,2", "workload=incast:1x1MiB", "host.delay=" + delay};

    run(spec(Stream.concat(Stream.of(scheme), Stream.of(lone)).toArray(String[]::new)), "run");

    assertThatThrownBy(() ->
            run(
                spec(
                    Stream.concat(
                            Stream.of(scheme, "transport.service-time=false"), Stream.of(lone))
                        .toArray(String[]::new)),
                "silent"))
        .hasMessageContaining("host -1, ");
  }

  /** The flow is that of h3. */
  @Test
  void aSchemeOfOneHostAsksToo() throws IOException {
    String scheme = "scheme.h3=" + file("FabricDelay.java");
    run(
        spec(
            "topology=leafspine,2,2,2",
            "workload=incast:1x1MiB",
            "host.delay=0us+5us",
            "scheme=dctcp",
            scheme),
        "run");
  }

  @Test
  void whereNoHostTakesItsTimeNoneIsSaid() throws IOException {
    ExperimentSpec spec =
        spec("scheme=" + file("FabricDelay.java"), "host.delay=2us", "workload=incast:1x1MiB");
    assertThatThrownBy(() -> run(spec, "run")).hasMessageContaining("no host took its time");
  }

  @Test
  void aServiceTimeThatNobodyReadsChangesNothing() {
    String[] with = {WORKLOAD, "scheme=dctcp", "host.delay=0us+5us", "transport.service-time=true"};
    assertAlike(run(spec(Arrays.copyOf(with, 3)), "without"), run(spec(with), "with"));
  }

  @Test
  void aRunRepeatsWhereTheFileIsGone() throws IOException {
    Path source = file("DctcpCopy.java");
    Path first = run(spec(WORKLOAD, "scheme=" + source, "dctcp-copy.gain=0.25"), "first");
    Files.delete(source);

    ExperimentSpec again = loader.again(first, Map.of(), List.of(), false);
    Path second = run(again, "second");

    assertAlike(first, second);
    assertThat(second.resolve("experiment.yaml"))
        .hasSameTextualContentAs(first.resolve("experiment.yaml"));
    assertThat(loader.again(first, Map.of(), List.of("dctcp-copy.gain=0.5"), false).settings())
        .isNotEqualTo(again.settings());
  }

  @Test
  void anotherTextUnderTheSameNameIsAnotherExperiment() throws IOException {
    Path source = file("DctcpCopy.java");
    ExperimentSpec before = spec(WORKLOAD, "scheme=" + source);
    Files.writeString(source, Files.readString(source).replace("alpha / 2", "alpha / 4"));

    ExperimentSpec after = spec(WORKLOAD, "scheme=" + source);

    assertThat(after.settings()).isNotEqualTo(before.settings());
    assertThat(
            loader
                .again(run(before, "before"), Map.of("scheme", source.toString()), List.of(), false)
                .settings())
        .isEqualTo(after.settings());
  }

  @Test
  void aProfileNamesAFileNextToItself() throws IOException {
    file("DctcpCopy.java");
    file("Alternating.java");
    Files.writeString(
        temp.resolve("mine.yaml"),
        """
        extends: virtual
        dctcp-copy:
          gain: 0.5
        scheme: DctcpCopy.java
        load-balancer: Alternating.java
        """);
    Path child =
        Files.writeString(
            temp.resolve("child.yaml"), "alternating: {paths: 4}\nextends: mine.yaml\n");

    ExperimentSpec spec = loader.load(child.toString(), Map.of(), List.of(), false);

    assertThat(spec.scheme().name()).isEqualTo("dctcp-copy");
    assertThat(spec.settings().textOf("dctcp-copy.gain")).isEqualTo("0.5");
    assertThat(spec.loadBalancer().name()).isEqualTo("alternating");
    assertThat(spec.settings().textOf("alternating.paths")).isEqualTo("4");
  }

  @Test
  void aLoadBalancerOfTheUsersIsTheBuiltInOne() throws IOException {
    Path builtIn = run(spec(WORKLOAD, "load-balancer=round-robin"), "built-in");
    Path own = run(spec(WORKLOAD, "load-balancer=" + file("Alternating.java")), "own");

    assertAlike(builtIn, own);
  }

  @Test
  void aSweepVariesFilesAndTheirSettings() throws IOException {
    String source = file("DctcpCopy.java").toString();
    Sweep sweep =
        Sweep.parse(
            fabrics.settings(),
            "sweep.yaml",
            "vary:\n  dctcp-copy.gain: [0.25, 0.5]\nscheme: " + source + "\n");

    assertThat(Sweep.combinations(sweep.varied())).hasSize(2);
    assertThat(
            Sweep.knowing(fabrics.settings(), Map.of(), Map.of("scheme", List.of(source)))
                .named("dctcp-copy.gain"))
        .isNotNull();
  }

  /** The sender's part stands behind the gate of credit, the receiver's in its queue of pulls. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | threw in dscp: CreditThrows.java:47: ArithmeticException: / by zero (flow from h",
        "1 | threw in rank: CreditThrows.java:34: ArithmeticException: / by zero",
        "2 | threw in nextEntropy: CreditThrows.java:66: ArithmeticException: / by zero (flow"
      })
  void aSchemeOfCreditThatFailsIsNamedAtBothEnds(int place, String message) throws IOException {
    ExperimentSpec spec =
        spec(
            "workload=incast:3x1MiB",
            "scheme=" + file("CreditThrows.java"),
            "load-balancer=" + (place == 2 ? "ecmp" : "reps"),
            "credit-throws.place=" + place);
    assertThatThrownBy(() -> run(spec, "bad"))
        .hasMessageContaining("scheme 'credit-throws' " + message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Throws.java: scheme 'throws' threw in onAck: Throws.java:29: ArithmeticException: / by"
            + " zero (flow from h",
        "NeverOpens.java: nothing"
      })
  void aBadOneFailsItsRunAndSaysWhere(String text) throws IOException {
    String[] parts = text.split(": ", 2);
    ExperimentSpec spec = spec("workload=incast:3x1MiB", "scheme=" + file(parts[0]));
    if (parts[0].equals("NeverOpens.java")) {
      assertThat(run(spec, "bad").resolve("summary.json"))
          .content()
          .contains("did not finish (1, 2, 3)");
    } else {
      assertThatThrownBy(() -> run(spec, "bad"))
          .isInstanceOf(RunFailedException.class)
          .hasMessageContaining(parts[1]);
      assertThat(temp.resolve("bad/summary.json")).content().contains("\"failed\"", parts[1]);
    }
    assertAlike(
        run(spec(WORKLOAD, "scheme=dctcp"), "after"),
        run(spec(WORKLOAD, "scheme=" + file("DctcpCopy.java")), "own-after"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "System.exit(0)",
        "Runtime.getRuntime().exit(0)",
        "Runtime.getRuntime().halt(0)",
        "new Object() { void end() { System.exit(0); } }.end()",
        "try { System.exit(0); } catch (Throwable e) { acks = 0; }",
        "Thread t = new Thread(() -> System.exit(0)); t.start(); try { t.join(); }"
            + " catch (InterruptedException e) { acks = 0; }",
        "var f = java.util.concurrent.CompletableFuture.runAsync(() ->"
            + " Runtime.getRuntime().halt(0)); while (!f.isDone()) { acks++; }",
        "java.util.function.IntConsumer end = System::exit; end.accept(0)",
        "Thread t = new Thread(() -> Runtime.getRuntime().exit(0)); t.start();"
            + " try { Thread.sleep(60_000); } catch (InterruptedException e) { acks = 0; }"
      })
  void oneThatEndsTheProcessFailsItsRunByItsName(String end) throws IOException {
    Path source = file("Throws.java");
    Files.writeString(
        source, Files.readString(source).replace("last = 1 / (acks - 40);", end + ";"));

    assertThatThrownBy(() -> run(spec("workload=incast:3x1MiB", "scheme=" + source), "bad"))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("scheme 'throws' at Throws.java:29 called System.exit(0)");
    assertThat(temp.resolve("bad/summary.json")).content().contains("\"failed\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"deep();", "throw new OutOfMemoryError(\"mine\");"})
  void anErrorHasTheNumberOfItsLine(String end) throws IOException {
    Path source = file("Throws.java");
    Files.writeString(
        source,
        Files.readString(source)
            .replace("last = 1 / (acks - 40);", end)
            .replace("private Throws(", "private void deep() { deep(); }\n  private Throws("));

    assertThatThrownBy(() -> run(spec("workload=incast:3x1MiB", "scheme=" + source), "bad"))
        .hasMessageMatching("(?s).*Throws.java:[0-9]+: (StackOverflowError|OutOfMemoryError).*");
  }
}
