package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.needs.Experiment;
import io.smartt.needs.Machine;
import io.smartt.needs.Needs;
import io.smartt.tests.Steps.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code smartt image build} and {@code --profile docker}, on an engine of the tests' own. */
@Tag("docker")
@Timeout(600)
@Isolated
class DockerRunTest {
  private static final int DRILLS = Integer.getInteger("smartt.docker.drills", 1);
  private static final int ETHERNET_MTU = 1_500;
  private static final String RACKS = "leafspine,2,2,2";
  private static final String COLD = "docker.warm-up-s=0";
  private static final List<String> TEST_LIBRARIES =
      List.of(
          "test-classes",
          "apiguardian",
          "archunit",
          "assertj",
          "byte-buddy",
          "commons-math3",
          "duct-tape",
          "hardwood",
          "jmh",
          "jol",
          "jopt-simple",
          "jqwik",
          "junit",
          "opentest4j",
          "smartt-testcontainers",
          "testcontainers");

  private static PrivateDocker docker;

  @TempDir private Path folder;

  @BeforeAll
  static void startEngine() {
    Machine.require("docker", "ping");
    docker = PrivateDocker.start();
    Netns.Ended built = Netns.wait(docker.start(imageBuild()));
    assertThat(built.status()).as(built.out()).isZero();
    assertThat(built.out()).doesNotContain("nothing was learnt");
  }

  /** The image holds the program's class path, and ours has the tests' libraries as well. */
  private static List<String> imageBuild() {
    List<String> command = new ArrayList<>(OwnJvm.command());
    int classPath = command.indexOf("-cp") + 1;
    command.set(
        classPath,
        Stream.of(command.get(classPath).split(":", -1))
            .filter(entry ->
                TEST_LIBRARIES.stream()
                    .noneMatch(Path.of(entry).getFileName().toString()::startsWith))
            .collect(Collectors.joining(":")));
    command.addAll(List.of("image", "build", "--with", "sh,ping"));
    return command;
  }

  @AfterAll
  static void stopEngine() throws IOException {
    if (docker != null) {
      docker.close();
    }
  }

  private record Run(int status, String out, SmarttRun files) {}

  /** Without a warm-up, which is for agreement of times. */
  private Run cold(String topology, String workload, List<Step> steps, String... more) {
    List<String> all = new ArrayList<>(List.of("--set", COLD));
    all.addAll(List.of(more));
    return run(topology, workload, steps, all.toArray(String[]::new));
  }

  private Run run(String topology, String workload, List<Step> steps, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "--profile", "docker"));
    arguments.addAll(List.of("--topology", topology, "--workload", workload));
    arguments.addAll(List.of("--out", folder.resolve("run").toString()));
    arguments.addAll(List.of(more));
    Process process = docker.smartt(arguments.toArray(String[]::new));
    Netns.Ended ended = Steps.ended(process, steps.toArray(Step[]::new));
    SmarttRun files = new SmarttRun(ended.status(), ended.out(), "", folder.resolve("run"));
    return new Run(ended.status(), ended.out(), files);
  }

  @Test
  void theImageWithTwoProgramsTakesLessThan128Megabytes() {
    Netns.Ended inspected = docker.docker("image", "inspect", "--format", "{{.Size}}", "smartt");

    assertThat(Long.parseLong(inspected.out().strip())).isBetween(1L, 127_999_999L);
  }

  /** Failures listed and drawn, a program and its control, another scheme: no container more. */
  @Test
  void aRunWithFailuresAndSchemesChecksEveryByteLeavesATraceAndNothingElse() throws IOException {
    Path own = Path.of("../docs/extend/co-design").toAbsolutePath();
    Run run =
        run(
            RACKS,
            "incast:3x512KiB",
            List.of(new Step(Steps.UNDER_WAY, this::cutAndMend)),
            "--set",
            "docker.warm-up-s=1",
            "--capture",
            "--set",
            "scheme.h2=dctcp",
            "--set",
            "scheme.h3/to-h1=" + own.resolve("DepthControl.java"),
            "--set",
            "program=" + own.resolve("depth.json"),
            "--set",
            "link.failures=leaf1-spine1=burst:5%/25%,leaf1-spine2=jitter:1us@10us",
            "--set",
            "class.gold.dscp=26",
            "--set",
            "class.gold.weight=3",
            "--set",
            "class.gold.flows=h3",
            "--set",
            "failures.hosts=1",
            "--set",
            "failures.kind=receive:50%");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.files().file("events.csv"))
        .containsSubsequence(
            "link-down,\"link leaf2-spine2 is down, by 'smartt link'\"",
            "link-up,\"link leaf2-spine2 is up, by 'smartt link'\"");
    assertThat(run.files().number("bytesVerified")).isEqualTo(3 * 512 * 1024);
    assertThat(run.files().column("flows.csv", "scheme"))
        .containsExactlyInAnyOrder("dctcp", "depth-control", "smartt");
    assertThat(run.files().column("flows.csv", "class"))
        .containsExactlyInAnyOrder("data", "gold", "data");
    // Rows of data, gold and control; each link carries two of them at least.
    assertThat(run.files().column("switches.csv", "queue")).contains("0", "1", "2");
    assertThat(goldPackets(run.files())).isGreaterThanOrEqualTo(512 / 4);
    assertThat(run.files().file("events.csv"))
        .contains("leaf1-spine1 loses packets (in bursts, 0.167 in the long run")
        .contains("leaf1-spine2 delays packets")
        .contains("host-slowed");
    JsonNode packets = run.files().summary().required("packets");
    assertThat(packets.required("dropped").required("linkLoss").longValue()).isPositive();
    assertThat(run.files().summary().at("/lateness/hosts").doubleValue()).isPositive();
    assertThat(run.files().summary().at("/lateness/switches").doubleValue()).isPositive();
    // Neither what the warm-up sent late nor what the engine's bridges say is the experiment's.
    assertThat(packets.required("dropped").required("program").longValue()).isZero();
    assertThat(packets.required("unaccounted").longValue()).as("%s", packets).isZero();
    Netns.Ended flows =
        Netns.wait(
            docker.smartt(
                "trace", "flows", folder.resolve("run/trace.pcapng").toString(), "--csv"));
    assertThat(flows.out().lines().filter(line -> line.contains(",h1,524288,"))).hasSize(3);
    assertThat(docker.ours()).isEmpty();
  }

  /** What left the queue of the first class, at all ports. */
  private static long goldPackets(SmarttRun run) throws IOException {
    List<String> queues = run.column("switches.csv", "queue");
    List<String> packets = run.column("switches.csv", "dequeued_packets");
    return IntStream.range(0, queues.size())
        .filter(i -> queues.get(i).equals("1"))
        .mapToLong(i -> Long.parseLong(packets.get(i)))
        .sum();
  }

  private Netns.Ended lab(String... arguments) {
    List<String> command = new ArrayList<>(OwnJvm.command());
    command.addAll(List.of(arguments));
    return Netns.wait(
        docker.start(command, Map.of("XDG_STATE_HOME", folder.resolve("state").toString())));
  }

  private Path labFile(String name) {
    return folder.resolve("state/smartt/labs/mine").resolve(name);
  }

  @Test
  @Experiment
  void aLabOutlivesTheCommandAndWhatAKilledOneLeftGoesWithDown() throws Exception {
    String[] up = {"lab", "up", "mine", "--profile", "docker", "--topology", "single,2"};
    Netns.Ended first = lab(up);
    assertThat(first.status()).as(first.out()).isZero();
    assertThat(docker.ours()).anyMatch(name -> name.endsWith("-h2"));
    assertThat(lab(up).out()).contains("lab 'mine' is up already");

    Netns.Ended ping = lab("lab", "exec", "mine", "h1", "--", "ping -c 1 'h2' && exit 7");
    assertThat(ping.out()).contains("1 received");
    assertThat(ping.status()).isEqualTo(7);
    assertThat(lab("shell", "--lab", "mine", "-c", "pingall").out())
        .contains("0% dropped (2/2 received)");
    Path out = folder.resolve("run");
    String[] run = {"run", "--lab", "mine", "--workload", "incast:1x64KiB", "--out", "" + out};
    Netns.Ended ran = lab(run);
    assertThat(ran.status()).as(ran.out()).isZero();
    assertThat(new SmarttRun(0, ran.out(), "", out).number("bytesVerified")).isEqualTo(65_536);

    long process =
        new ObjectMapper().readTree(labFile("lab.json").toFile()).required("process").asLong();
    ProcessHandle lab = ProcessHandle.of(process).orElseThrow();
    lab.destroyForcibly();
    lab.onExit().get(20, TimeUnit.SECONDS);
    assertThat(docker.ours()).isNotEmpty();
    assertThat(lab("lab", "down", "mine").out())
        .contains("removed smartt-" + process + "-1 (containers and networks)");
    assertThat(docker.ours()).isEmpty();
    assertThat(lab(up).status()).isZero();
    assertThat(lab("lab", "down", "mine").out()).contains("lab 'mine' is down");
    assertThat(docker.ours()).isEmpty();
  }

  /** A link of a running experiment, as another process changes it. */
  private void cutAndMend() {
    for (String change : List.of("down", "up")) {
      SmarttRun link =
          SmarttRun.command("link", folder.resolve("run").toString(), "leaf2-spine2", change);
      assertThat(link.status()).as(link.err()).isZero();
    }
  }

  /** Debian's tool of the first generation; newer ones take the same file. */
  @Test
  @Needs(kind = "docker", value = "docker-compose")
  @Experiment
  void aComposeToolRunsItToTheEnd() throws IOException {
    Process written =
        docker.smartt(
            "compose",
            "--topology",
            "leafspine,2,1,1",
            "--workload",
            "permutation:256KiB",
            "--set",
            COLD);
    Files.copy(written.getInputStream(), folder.resolve("compose.yaml"));
    List<String> compose =
        List.of("docker-compose", "--project-directory", folder.toString(), "-f");

    Netns.Ended up =
        Netns.wait(docker.start(with(compose, "up", "--exit-code-from", "controller")));
    Netns.Ended down = Netns.wait(docker.start(with(compose, "down")));

    assertThat(up.status()).as(up.out()).isZero();
    try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
      Path only = runs.reduce((one, other) -> one).orElseThrow();
      assertThat(only.resolve("report.html")).exists();
      assertThat(new SmarttRun(0, up.out(), "", only).number("bytesVerified"))
          .isEqualTo(2 * 256 * 1024);
    }
    assertThat(down.status()).as(down.out()).isZero();
  }

  private List<String> with(List<String> compose, String... more) {
    List<String> all = new ArrayList<>(compose);
    all.add(folder.resolve("compose.yaml").toString());
    all.addAll(List.of(more));
    return all;
  }

  @Test
  @Experiment
  void aSwarmRunsItAsServicesAndASwitchComesBack() {
    docker.docker("swarm", "init", "--advertise-addr", "127.0.0.1");
    try {
      Run run =
          cold(
              "leafspine,2,2,1",
              "permutation:4MiB",
              List.of(new Step(Steps.UNDER_WAY, () -> kill("-spine1.1"))),
              "--set",
              "swarm=true");

      assertThat(run.status()).as(run.out()).isZero();
      assertThat(run.out()).contains("switch spine1 is back and programmed");
      assertThat(run.files().number("bytesVerified")).isEqualTo(2 * 4 * 1024 * 1024);
      assertThat(docker.ours()).isEmpty();
      assertThat(docker.docker("secret", "ls", "--quiet").out()).isEmpty();
    } finally {
      docker.docker("swarm", "leave", "--force");
    }
  }

  private static String[] onMachines(PrivateSwarm swarm, Path out, String workload) {
    return new String[] {
      "run",
      "--profile",
      "docker",
      "--topology",
      "leafspine,2,1,1",
      "--workload",
      workload,
      "--set",
      swarm.machines(),
      "--set",
      COLD,
      "--out",
      out.toString()
    };
  }

  /** What is cut is an overlay network, all else is a bridge; then a machine loses its power. */
  @Test
  @Experiment
  void twoMachinesOfASwarmCarryOneNetworkAndOneThatCrashesIsNamed() throws IOException {
    Path image = folder.resolve("image.tar");
    assertThat(docker.docker("save", "--output", image.toString(), "smartt").status()).isZero();
    try (PrivateSwarm swarm = new PrivateSwarm(2, image)) {
      Path out = folder.resolve("run");
      Netns.Ended ended = Netns.wait(swarm.smartt(onMachines(swarm, out, "permutation:64KiB")));

      assertThat(ended.status()).as(ended.out()).isZero();
      assertThat(ended.out())
          .contains("cutting 1 of 4 links between 2 machines")
          .contains("5 containers, 5 bridges, 2 overlay networks");
      SmarttRun run = new SmarttRun(0, ended.out(), "", out);
      assertThat(run.number("bytesVerified")).isEqualTo(2 * 64 * 1024);
      assertThat(run.file("events.csv"))
          .contains("machine 10.98.0.2 has 1 hosts, 1 switches and 1 cut links")
          .contains("from 10.98.0.1 to 10.98.0.2:")
          .contains("taken off the latency of all");
      assertThat(swarm.engine(0).ours()).isEmpty();
      assertThat(swarm.engine(1).ours()).isEmpty();

      swarm.limit(0, ETHERNET_MTU);
      Path cut = folder.resolve("cut");
      Netns.Ended refused = Netns.wait(swarm.smartt(onMachines(swarm, cut, "permutation:64KiB")));
      assertThat(refused.status()).as(refused.out()).isEqualTo(2);
      assertThat(refused.out())
          .contains("bytes gets from machine 10.98.0.1 to machine 10.98.0.2: VXLAN takes 50 more");
      assertThat(swarm.engine(1).ours()).isEmpty();
      swarm.limit(0, PrivateSwarm.MTU);

      Path lost = folder.resolve("lost");
      Process process = swarm.smartt(onMachines(swarm, lost, "permutation:64MiB"));
      Netns.Ended crashed =
          Steps.ended(process, new Step(Steps.UNDER_WAY, () -> swarm.engine(1).crash()));
      assertThat(crashed.status()).as(crashed.out()).isEqualTo(1);
      assertThat(new SmarttRun(1, crashed.out(), "", lost).summary().get("message").textValue())
          .startsWith("machine 10.98.0.2 is gone (no Docker engine answers at unix:///tmp/smd")
          .contains("and with it leaf2, h2");
      assertThat(swarm.docker(0, "ps", "-aq")).isEmpty();
    }
  }

  @Test
  @Experiment
  void withoutASwarmItSaysHowOneIsMade() {
    Run run = cold(RACKS, "permutation:4MiB", List.of(), "--set", "swarm=true");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("manages no Swarm ('docker swarm init' makes one)");
  }

  /** For a machine that has nothing else to do. */
  @Test
  @EnabledIfSystemProperty(named = "smartt.agreement.long", matches = "all")
  void theProfileAgreesWithVirtual() {
    Netns.Ended ended =
        Netns.wait(
            docker.smartt("run", "--profile", "docker", "--out", folder.resolve("run").toString()));
    assertThat(ended.status()).as(ended.out()).isZero();
    SmarttRun containers = new SmarttRun(0, ended.out(), "", folder.resolve("run"));
    SmarttRun virtual =
        SmarttRun.of(folder.resolve("virtual"), "--profile", "docker", "--set", "fabric=virtual");
    assertThat(containers.slowdown("median"))
        .isBetween(virtual.slowdown("median") * 0.85, virtual.slowdown("median") * 1.15);
  }

  @Test
  @Timeout(3600)
  @Needs(
      kind = "docker",
      value = {"mount", "umount"})
  @EnabledIfSystemProperty(named = "smartt.docker.long", matches = "all")
  void theResultNamesWhatWasDone() throws IOException, InterruptedException {
    assertThat(Drill.breaches(new DrillGround.OfDocker(docker), DRILLS, folder)).isEmpty();
  }

  @Test
  @Experiment
  void aPausedSwitchAndHostsThatWereKilledAndRemovedAreNamedWithTheirPlaces() {
    Run run =
        cold(
            RACKS,
            // 8 s at least, of which the steps take 2: a machine may start each of them late. Flows
            // between hosts that stay are waited for.
            "permutation:12MiB",
            List.of(
                new Step(Steps.UNDER_WAY, () -> ours("-spine1", "pause")),
                new Step(
                    "switch spine1 does not answer: its container is paused",
                    () -> ours("-spine1", "unpause")),
                new Step(
                    "switch spine1 answers again",
                    () -> {
                      ours("-h1", "rm", "-f");
                      kill("-h3");
                    })));

    assertThat(run.status()).as(run.out()).isEqualTo(1);
    assertThat(run.files().summary().get("message").textValue())
        .matches("[2-4] of 4 flows did not finish \\(.*")
        .contains("the agent of h1 is gone: its container was removed")
        .contains("the agent of h3 is gone")
        .contains("its container ended with status 137")
        .doesNotContain("Status 4", "marked for removal");
    assertThat(run.files().summary().path("events").valueStream())
        .extracting(event -> event.path("kind").asText() + " " + event.path("where").asText())
        .containsSubsequence("node-silent spine1", "node-back spine1", "agent-lost h1")
        .contains("agent-lost h3");
    assertThat(folder.resolve("run/logs/h3.log")).content().contains("Agent listening on");
    assertThat(docker.ours()).isEmpty();
  }

  private static void kill(String ending) {
    ours(ending, "kill");
  }

  /** Does something to this fabric's one container whose name ends so. */
  private static void ours(String ending, String... what) {
    List<String> command = new ArrayList<>(List.of(what));
    command.add(docker.named(ending));
    Netns.Ended ended = docker.docker(command.toArray(String[]::new));
    assertThat(ended.status()).as(ended.out()).isZero();
  }

  @Test
  @Experiment
  void cleanRemovesWhatAKilledRunLeftAndOnlyThat() throws IOException, InterruptedException {
    docker.docker("network", "create", "somebody-elses");
    List<String> arguments = new ArrayList<>(List.of("run", "--profile", "docker"));
    arguments.addAll(
        List.of(
            "--topology",
            "single,2",
            "--workload",
            "permutation:1GiB",
            "--out",
            folder.resolve("out").toString()));
    Process process = docker.smartt(arguments.toArray(String[]::new));
    Steps.until(process, "programming");
    process.destroyForcibly().waitFor();
    assertThat(docker.ours()).isNotEmpty();

    Netns.Ended cleaned = Netns.wait(docker.smartt("clean"));

    assertThat(cleaned.out()).contains("removed smartt-" + process.pid() + "-1 (containers");
    assertThat(docker.ours()).isEmpty();
    assertThat(docker.docker("network", "rm", "somebody-elses").status()).isZero();
  }

  @Test
  @Experiment
  void theExampleOfTestcontainersPasses() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("guide"));

    Netns.Ended ended =
        Netns.wait(
            docker.start(
                TestcontainersGuide.command(TestcontainersGuide.compiled(classes)),
                // In a container Testcontainers looks for the engine's address by an image that it
                // pulls. This engine is on this machine.
                Map.of("TESTCONTAINERS_HOST_OVERRIDE", "localhost")));

    assertThat(ended.out()).contains("aRouteThatIsWrittenIsInTheSwitch passed");
    assertThat(ended.status()).isZero();
    assertThat(docker.docker("ps", "-aq", "--filter", "ancestor=smartt").out()).isEmpty();
  }
}
