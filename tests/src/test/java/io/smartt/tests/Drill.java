package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.smartt.tests.DrillGround.Node;
import io.smartt.tests.DrillGround.Signal;
import io.smartt.tests.DrillJudge.Done;
import io.smartt.tests.DrillJudge.Kind;
import io.smartt.tests.p4runtime.TestSeeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One seed's run on real packets, and what is done to it from outside. */
final class Drill {
  private static final Pattern PROGRESS =
      Pattern.compile("(\\d+) % of bytes delivered, .* ([\\d.]+) (m?s) simulated");
  private static final long LIMIT_S = 300;
  private static final List<String> SWITCHES = List.of("leaf1", "leaf2", "spine1");

  private final DrillGround ground;
  private final Path folder;
  private final Path out;
  private final Random random;
  private final int hosts;
  private final String workload;
  private final List<Planned> planned = new ArrayList<>();
  private final List<Done> done = new ArrayList<>();
  private final Set<ProcessHandle> children = new HashSet<>();

  /** A drill that is to be done once so many percent of the bytes are delivered. */
  private record Planned(Kind kind, int node, int percent, int forMs) {}

  private Drill(long seed, DrillGround ground, Path folder) {
    this.ground = ground;
    this.folder = folder;
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    hosts = 1 + random.nextInt(2);
    workload =
        random.nextBoolean()
            ? "permutation:" + (1 + random.nextInt(2)) + "MiB"
            : "incast:" + (2 * hosts - 1) + "x" + (2 / hosts) + "MiB";
    Set<Kind> kinds = new HashSet<>();
    while (kinds.size() < 1 + (int) (seed & 1)) {
      Kind kind = ground.kinds().get(random.nextInt(ground.kinds().size()));
      if (kinds.add(kind)) {
        planned.add(
            new Planned(
                kind,
                random.nextInt(2),
                2 + random.nextInt(40),
                ground.slower() * (1_500 + random.nextInt(1_500))));
      }
    }
    out = folder.resolve("disk").resolve("run");
  }

  /** Runs the drills of some seeds and returns what is wrong with each. */
  static List<String> breaches(DrillGround ground, int drills, Path folder)
      throws IOException, InterruptedException {
    long first = TestSeeds.asked().orElse(1);
    List<String> broken = new ArrayList<>();
    for (long seed = first; seed < first + drills; seed++) {
      Path own = Files.createDirectory(folder.resolve("" + seed));
      System.out.println("drill of seed " + seed);
      for (String breach : new Drill(seed, ground, own).breaches()) {
        broken.add("seed " + seed + ": " + breach);
      }
    }
    return broken;
  }

  /** Runs it and returns what is wrong with it, each with what was done. */
  private List<String> breaches() throws IOException, InterruptedException {
    Path disk = Files.createDirectories(out.getParent());
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    boolean full = planned.stream().anyMatch(one -> one.kind() == Kind.FULL_DISK);
    if (full) {
      execute("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString());
    }
    ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
    Process run = start(temporary);
    try {
      var _ = later.schedule(run::destroyForcibly, LIMIT_S, TimeUnit.SECONDS);
      StringBuilder said = new StringBuilder();
      boolean busy = false;
      BufferedReader lines = run.inputReader(StandardCharsets.UTF_8);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.append(line).append('\n');
        Matcher progress = PROGRESS.matcher(line);
        if (progress.find()) {
          run.descendants().forEach(children::add);
          busy |= load() > Runtime.getRuntime().availableProcessors();
          act(progress, run, later);
        }
      }
      int status = run.waitFor();
      List<String> found =
          new ArrayList<>(DrillJudge.breaches(done, status, said.toString(), summary(), busy));
      ground.left(run).forEach(left -> found.add("left behind: " + left));
      children.stream()
          .filter(ProcessHandle::isAlive)
          .forEach(left -> found.add("left behind: process " + left.pid()));
      try (Stream<Path> files = Files.list(temporary)) {
        files.forEach(left -> found.add("left behind: " + left));
      }
      System.out.println("done " + done + (busy ? ", busy" : "") + ", status " + status);
      if (!found.isEmpty()) {
        found.add(done + ", not yet done " + planned + "\n" + said);
      } else if (!planned.isEmpty()) {
        System.out.println("the run ended before " + planned);
      }
      return found;
    } finally {
      later.shutdownNow();
      children.forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly();
      if (full) {
        execute("umount", "-l", disk.toString());
      }
    }
  }

  private Process start(Path temporary) {
    List<String> what = List.of("--topology", "leafspine,2,1," + hosts, "--workload", workload);
    return ground.start(
        temporary.toString(),
        Stream.concat(what.stream(), Stream.of("--out", out.toString())).toList());
  }

  private void act(Matcher progress, Process run, ScheduledExecutorService later)
      throws IOException, InterruptedException {
    double nowUs =
        Double.parseDouble(progress.group(2)) * (progress.group(3).equals("s") ? 1e6 : 1e3);
    int percent = Integer.parseInt(progress.group(1));
    if (percent == 100) {
      return;
    }
    for (Planned one : List.copyOf(planned)) {
      if (percent >= one.percent()) {
        planned.remove(one);
        Set<String> places = begin(one, run, later);
        done.add(new Done(one.kind(), places, nowUs, nowUs + one.forMs() * 1e3));
      }
    }
  }

  /** Does it, has it undone when its time is over, and returns where it was. */
  private Set<String> begin(Planned one, Process run, ScheduledExecutorService later)
      throws IOException, InterruptedException {
    String leaf = "leaf" + (one.node() + 1);
    int port = hosts + 1;
    Set<String> places =
        Set.of(leaf + "-spine1", leaf + " port " + port, "spine1 port " + (one.node() + 1));
    boolean agent = Set.of(Kind.STOP_AGENT, Kind.KILL_AGENT).contains(one.kind());
    int number = one.node() * 2;
    Node node = new Node(agent ? "h" + (one.node() + 1) : SWITCHES.get(number), number, agent);
    return switch (one.kind()) {
      case CUT -> {
        execute(ground.link(run, leaf, port, "down"));
        undo(later, one, ground.link(run, leaf, port, "up"));
        yield places;
      }
      case MTU -> {
        execute(ground.link(run, leaf, port, "mtu", "1000"));
        undo(later, one, ground.link(run, leaf, port, "mtu", "9000"));
        yield places;
      }
      case STOP_SWITCH, STOP_AGENT -> {
        List<String> goOn = ground.signal(run, node, Signal.GO_ON);
        execute(ground.signal(run, node, Signal.STOP));
        undo(later, one, goOn);
        yield Set.of(node.name());
      }
      case KILL_SWITCH, KILL_AGENT -> {
        execute(ground.signal(run, node, Signal.KILL));
        yield Set.of(node.name());
      }
      case STARVE -> {
        children.add(
            new ProcessBuilder("timeout", "" + one.forMs() / 1e3, "sh", "-c", "while :; do :; done")
                .start()
                .toHandle());
        yield Set.of();
      }
      case FULL_DISK -> {
        // dd ends when there is no room any more, which is what is wanted.
        new ProcessBuilder("dd", "if=/dev/zero", "of=" + out.resolveSibling("filler"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
        yield Set.of();
      }
    };
  }

  private static void undo(ScheduledExecutorService later, Planned one, List<String> command) {
    var _ = later.schedule(() -> execute(command), one.forMs(), TimeUnit.MILLISECONDS);
  }

  private static double load() throws IOException {
    return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]);
  }

  private JsonNode summary() throws IOException {
    Path file = out.resolve("summary.json");
    return Files.isRegularFile(file) && Files.size(file) > 0
        ? new ObjectMapper().readTree(file.toFile())
        : MissingNode.getInstance();
  }

  private static int execute(String... command) {
    return execute(List.of(command));
  }

  private static int execute(List<String> command) {
    Netns.Ended ended;
    try {
      ended = Netns.wait(new ProcessBuilder(command).redirectErrorStream(true).start());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    assertThat(ended.status()).as(ended.out()).isZero();
    return ended.status();
  }
}
