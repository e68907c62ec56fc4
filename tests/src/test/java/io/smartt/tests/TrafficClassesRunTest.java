package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs with classes of data, against what hands work out. */
@Timeout(120)
class TrafficClassesRunTest {
  @TempDir private Path temp;

  /** Flows of as many bytes from each of some hosts to the first. */
  static Path toTheFirst(Path file, int hosts, int senders, long bytes) throws IOException {
    StringBuilder matrix =
        new StringBuilder("Nodes %d%nConnections %d%n".formatted(hosts, senders));
    for (int from = 1; from <= senders; from++) {
      matrix.append("%d->0 start 0 size %d%n".formatted(from, bytes));
    }
    return Files.writeString(file, matrix);
  }

  static String[] with(List<String> settings, String... first) {
    List<String> all = new ArrayList<>(List.of(first));
    settings.forEach(setting -> Collections.addAll(all, "--set", setting));
    return all.toArray(String[]::new);
  }

  private SmarttRun threeSenders(List<String> settings) throws IOException {
    List<String> first = new ArrayList<>();
    Path flows = toTheFirst(temp.resolve("three.cm"), 4, 3, 8_000_000);
    Collections.addAll(first, "--topology", "single,4", "--workload", flows.toString());
    return SmarttRun.of(temp.resolve("run"), with(settings, first.toArray(String[]::new)));
  }

  /** A column of flows.csv by sender. */
  static Map<String, Double> column(SmarttRun run, String name) {
    List<List<String>> rows =
        run.file("flows.csv").lines().map(line -> List.of(line.split(",", -1))).toList();
    int column = rows.getFirst().indexOf(name);
    return rows.stream()
        .skip(1)
        .collect(Collectors.toMap(row -> row.get(1), row -> Double.valueOf(row.get(column))));
  }

  /** The arguments of the page's sample: two classes and the rest have 5, 2 and 1 of 8. */
  private static List<String> sample() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "use", "transport.md"));
    int section = page.indexOf("## Classes of data");
    String start = "./smartt run";
    int from = page.indexOf(start, section) + start.length();
    String arguments = page.substring(from, page.indexOf("\n\n", from)).replace("\\\n", "");
    return List.of(arguments.strip().split("\\s+", -1));
  }

  /**
   * With S the time of one flow alone, gold has 5/8 and ends after 8/5 S. Silver has had 2/5 of its
   * bytes by then, and 2/3 of the link for the rest: 8/5 + 3/5 * 3/2 = 5/2 S. All end at 3 S.
   */
  @ParameterizedTest
  @ValueSource(strings = {"p4", "asic", "off"})
  void classesShareAPortByTheirWeights(String trimming) throws IOException {
    List<String> arguments = new ArrayList<>(sample());
    Collections.addAll(arguments, "--set", "trimming=" + trimming);
    SmarttRun run = SmarttRun.of(temp.resolve("run"), arguments.toArray(String[]::new));

    assertThat(run.status()).as(run.err()).isZero();
    Map<String, Double> times = column(run, "slowdown_idle");
    assertThat(times.get("h3")).as("gold").isCloseTo(1.6, within(0.016));
    assertThat(times.get("h4")).as("silver").isCloseTo(2.5, within(0.025));
    assertThat(times.get("h2")).as("the rest").isCloseTo(3, within(0.03));
    assertThat(run.column("flows.csv", "class"))
        .containsExactlyInAnyOrder("data", "gold", "silver");
  }

  /** Gold ends as if it were alone; silver has 2/3 of what is left: 1 + 3/2 = 5/2 S. */
  @Test
  void aStrictClassStarvesTheRest() throws IOException {
    SmarttRun run =
        threeSenders(
            List.of(
                "class.gold.dscp=26",
                "class.gold.weight=strict",
                "class.gold.flows=h3",
                "class.silver.dscp=30",
                "class.silver.weight=2",
                "class.silver.flows=h4"));

    assertThat(run.status()).as(run.err()).isZero();
    Map<String, Double> times = column(run, "slowdown_idle");
    assertThat(times.get("h3")).as("gold").isCloseTo(1, within(0.01));
    assertThat(times.get("h4")).as("silver").isCloseTo(2.5, within(0.025));
    assertThat(times.get("h2")).as("the rest").isCloseTo(3, within(0.03));
  }

  /** What a scheme puts packets in is a class that it names itself. */
  @ParameterizedTest
  @ValueSource(strings = {"scheme", "scheme,h3"})
  void aClassForASchemeThatPutsNothingThereIsRefused(String flows) throws IOException {
    SmarttRun run = threeSenders(List.of("class.gold.dscp=26", "class.gold.flows=" + flows));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("class.gold.flows is '" + flows + "'", "scheme smartt", "h1..h8");
  }

  /** The end of each message is urgent, of the flows whose hosts have the scheme. */
  @ParameterizedTest
  @ValueSource(strings = {"scheme", "scheme.h3"})
  void aSchemeChoosesTheClassOfEachPacket(String key) throws IOException {
    SmarttRun run = threeSenders(List.of(key + "=../emulation/src/test/resources/own/Urgent.java"));
    assertThat(run.status()).as(run.err()).isZero();
    Map<String, Long> bytesByQueue =
        run.file("switches.csv")
            .lines()
            .map(line -> line.split(",", -1))
            .filter(row -> row[2].equals("h1"))
            .collect(Collectors.toMap(row -> row[3], row -> Long.valueOf(row[5])));
    long flows = key.equals("scheme") ? 3 : 1;
    // 100,000 bytes and what is sent before an acknowledgement says that so few are left.
    assertThat(bytesByQueue.get("1")).isBetween(flows * 10_000, flows * 110_000);
    assertThat(bytesByQueue.get("0")).isGreaterThan(3 * 7_800_000L);
  }

  /** The program smartt as it was when a port had one queue of data, which users have copies of. */
  @Test
  void aProgramForOneQueueOfDataRunsAsItDidAndHasNoClasses() throws IOException {
    String[] network = {"--topology", "leafspine,2,2,2", "--workload", "incast:3x256KiB"};
    List<String> old = List.of("program=src/test/resources/classes/two-queues.json");
    SmarttRun with = SmarttRun.of(temp.resolve("with"), with(old, network));
    SmarttRun without = SmarttRun.of(temp.resolve("without"), network);

    assertThat(with.status()).as(with.err()).isZero();
    assertThat(with.number("trims")).isPositive();
    for (String table : List.of("flows.csv", "switches.csv", "samples.csv")) {
      assertThat(with.file(table)).as(table).isEqualTo(without.file(table));
    }
    List<String> classes = new ArrayList<>(old);
    Collections.addAll(classes, "class.gold.dscp=26", "class.gold.flows=h3");
    assertThat(SmarttRun.of(temp.resolve("classes"), with(classes, network)).err())
        .contains("two-queues.json", "queue", "of program smartt");
  }

  /** A class that is not crowded is neither marked nor trimmed for what fills another's queue. */
  @ParameterizedTest
  @ValueSource(strings = {"p4", "asic"})
  void marksAndTrimsAreOfTheQueueOfTheClass(String trimming) throws IOException {
    Path incast = toTheFirst(temp.resolve("incast.cm"), 12, 10, 400_000);
    String ten = Files.readString(incast).replace("Connections 10", "Connections 11");
    // Two packets, which leave less than Kmin behind, in the middle of it.
    Files.writeString(incast, ten + "11->0 start 100 size 8192\n");
    String[] network = {
      "--topology", "single,12", "--workload", incast.toString(), "--set", "trimming=" + trimming
    };
    List<String> gold =
        List.of("class.gold.dscp=26", "class.gold.weight=strict", "class.gold.flows=h12");
    SmarttRun apart = SmarttRun.of(temp.resolve("apart"), with(gold, network));
    SmarttRun together = SmarttRun.of(temp.resolve("together"), network);

    assertThat(apart.status()).as(apart.err()).isZero();
    double inOneQueue = 0;
    for (String count : List.of("marks", "trims")) {
      Map<String, Double> by = column(apart, count);
      assertThat(by.get("h12")).as(count + " of gold").isZero();
      assertThat(by.values().stream().mapToDouble(d -> d).sum()).as(count).isPositive();
      inOneQueue += column(together, count).getOrDefault("h12", Double.NaN);
    }
    assertThat(inOneQueue).isPositive();
    assertThat(together.file("flows.csv").lines().findFirst().orElseThrow())
        .doesNotEndWith("class");
  }

  /**
   * Six hosts send to the first, so that the switch pauses them all. One of them sends to another
   * host too: with all data of one priority those pauses are that flow's as well.
   */
  @Test
  void aPausedClassKeepsNoOtherBack() throws IOException {
    Path flows = toTheFirst(temp.resolve("victim.cm"), 8, 6, 2_000_000);
    String six = Files.readString(flows).replace("Connections 6", "Connections 7");
    Files.writeString(flows, six + "6->7 start 0 size 2000000\n");
    String[] network = {
      "--topology", "single,8", "--workload", flows.toString(), "--scheme", "rocev2"
    };
    List<String> gold = List.of("class.gold.dscp=26", "class.gold.flows=h7/to-h8");
    SmarttRun alike = SmarttRun.of(temp.resolve("alike"), network);
    SmarttRun apart = SmarttRun.of(temp.resolve("apart"), with(gold, network));

    for (SmarttRun run : List.of(alike, apart)) {
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.number("pauseFrames")).isPositive();
      assertThat(run.column("flows.csv", "retransmissions")).as("lossless").containsOnly("0");
    }
    double behind = victim(alike);
    double besides = victim(apart);
    assertThat(besides).as("half of its host's link is its own").isLessThan(2);
    assertThat(behind).as("with all data in one class").isGreaterThan(1.5 * besides);
  }

  private static double victim(SmarttRun run) {
    int flow = run.column("flows.csv", "dst").indexOf("h8");
    return Double.parseDouble(run.column("flows.csv", "slowdown_idle").get(flow));
  }

  /** Two incasts at one port: each class fills its own queue, and is trimmed above its size. */
  @ParameterizedTest
  @ValueSource(strings = {"p4", "asic", "off"})
  void aClassHasAQueueOfItsOwnSize(String trimming) throws IOException {
    Path flows = toTheFirst(temp.resolve("two.cm"), 12, 10, 400_000);
    List<String> settings =
        List.of(
            "trimming=" + trimming,
            "queue.size=40packets",
            "class.gold.dscp=26",
            "class.gold.size=10packets",
            "class.gold.flows=h2..h6");
    SmarttRun run =
        SmarttRun.of(
            temp.resolve("sizes"),
            with(settings, "--topology", "single,12", "--workload", flows.toString()));

    assertThat(run.status()).as(run.err()).isZero();
    long frame = 4096 + 74;
    assertThat(depth(run, "0")).as("data").isBetween(39 * frame, 40 * frame);
    assertThat(depth(run, "1")).as("gold").isBetween(9 * frame, 10 * frame);
  }

  /**
   * Ten hosts fill the port to the first; packets of a strict class go there too, and others to a
   * port where nothing waits. By the port's depth the former are marked, by the pool's both.
   */
  @ParameterizedTest
  @CsvSource({"queue, false, false", "port, true, false", "pool, true, true"})
  void marksGoByTheQueueThePortOrThePool(String by, boolean port, boolean pool) throws IOException {
    Path incast = toTheFirst(temp.resolve("incast.cm"), 14, 10, 400_000);
    String ten = Files.readString(incast).replace("Connections 10", "Connections 12");
    Files.writeString(incast, ten + "11->0 start 100 size 81920\n12->13 start 100 size 81920\n");
    List<String> settings =
        List.of(
            "trimming=off",
            "buffer.size=2MiB",
            "queue.size=100packets",
            "queue.marks-by=" + by,
            "class.gold.dscp=26",
            "class.gold.weight=strict",
            "class.gold.flows=h12,h13");
    SmarttRun run =
        SmarttRun.of(
            temp.resolve(by),
            with(settings, "--topology", "single,14", "--workload", incast.toString()));

    assertThat(run.status()).as(run.err()).isZero();
    Map<String, Double> marks = column(run, "marks");
    assertThat(marks.get("h2")).as("of the incast").isPositive();
    assertThat(marks.getOrDefault("h12", -1.0) > 0).as("to the full port").isEqualTo(port);
    assertThat(marks.getOrDefault("h13", -1.0) > 0).as("to another").isEqualTo(pool);
  }

  /** The most bytes that waited in a queue of the port to the first host. */
  private static long depth(SmarttRun run, String queue) {
    List<String> peers = run.column("switches.csv", "peer");
    List<String> queues = run.column("switches.csv", "queue");
    List<String> depths = run.column("switches.csv", "max_depth_bytes");
    return IntStream.range(0, peers.size())
        .filter(i -> peers.get(i).equals("h1") && queues.get(i).equals(queue))
        .mapToLong(i -> Long.parseLong(depths.get(i)))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          class.gold.weight=2 class.gold.flows=h3 | class.gold.dscp is missing: give a DSCP of 1 to 63
          class.gold.dscp=18 | class.gold.flows is missing: say whose flows they are, such as h1..h8
          class.gold.dscp=18 class.gold.flows=h3 class.gold.weight=0 | '0' is no weight: 1 to 100, or strict
          class.gold.dscp=46 class.gold.flows=h3 | class.gold.dscp is 46
          class.a.dscp=18 class.a.flows=h3 class.b.dscp=18 class.b.flows=h4 | class.b.dscp is 18
          class.data.weight=2 | class.data.weight: there is no other class to share with
          class.a.dscp=18 class.a.flows=h3 class.data.size=1MiB | class.data is what has no class: it takes a weight of 1 to 100 and nothing else
          class.data.dscp=9 | class.data is what has no class: it takes a weight of 1 to 100 and nothing else
          class.gold.wieght=3 | unknown key 'class.gold.wieght', accepted: class.NAME.dscp, class.NAME.weight, class.NAME.size, class.NAME.alpha, class.NAME.flows
          class.gold.dscp=18 class.gold.flows=h3 class.gold.alpha=x | class.gold.alpha: 'x' is not a number from 0.001 to 1000
          class.gold.dscp=18 class.gold.flows=h3 class.gold.size=9 | '9' is not a queue size: write 1bdp, 276packets, 1MiB or 9000B
          class.gold.dscp=18 class.gold.flows=h9 | class.gold.flows: there is no host 'h9'
          class.a.dscp=18 class.a.flows=h3 class.b.dscp=34 class.b.flows=to-h1 | is in two groups: class.a.flows and class.b.flows
          queue.marks-by=pool trimming=off | queue.marks-by is pool, which changes nothing here: no memory is shared; with buffer.size it acts
          queue.marks-by=port trimming=off | queue.marks-by is port, which changes nothing here: a port has one queue of data; with class.NAME it acts
          queue.marks-by=port class.gold.dscp=18 class.gold.flows=h3 | the program that trims goes by the depth behind leaving packets
          queue.marks-by=pool trimming=off buffer.size=1MiB program=smartt-packets | program smartt-packets counts the packets of a queue
          class.gold.dscp=18 class.gold.flows=h3 fabric=docker switch.kind=bmv2 program=smartt-packets | class.gold.dscp is 18: BMv2 serves queues in strict priority only, without weights
          class.gold.dscp=18 class.gold.flows=h3 fabric=netns switch.kind=bmv2 program=smartt-packets | class.gold.dscp is 18: BMv2 serves queues in strict priority only, without weights
          """)
  void whatCannotBeIsRefusedBeforehand(String settings, String said) throws IOException {
    SmarttRun run = threeSenders(List.of(settings.split(" ", -1)));

    assertThat(run.status()).as(run.out()).isEqualTo(2);
    assertThat(run.err()).contains(said);
  }

  @Test
  void sevenClassesAreOneTooMany() throws IOException {
    List<String> settings = new ArrayList<>();
    for (int i = 1; i <= 7; i++) {
      settings.add("class.c%d.dscp=%d".formatted(i, i));
      settings.add("class.c%d.flows=size-%dKiB..%dKiB".formatted(i, i, i + 1));
    }
    SmarttRun run = threeSenders(settings);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("7 classes: a port has eight queues, which leaves 6");
  }
}
