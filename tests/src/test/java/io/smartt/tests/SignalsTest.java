package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.host.signals.SignalLayout;
import io.smartt.host.signals.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals of own P4 programs in whole runs, by hand: what switches write is what there was. */
@Timeout(120)
class SignalsTest {
  private static final String PATH = "path.depth:32";
  private static final String HOPS = "trail.count:8, hops[].pad:7, hops[].port:9, hops[].depth:24";

  private static final String INT =
      "path.hops:8, path.id:16, hops[].ns:32, hops[].sent_bytes:32, hops[].queue_bytes:32,"
          + " hops[].kbps:32";

  /** Ethernet, IPv4, UDP, PDS, the block with its signal, SES and a full payload. */
  private static final int FRAME_BYTES = 14 + 20 + 8 + 12 + 2 + 4 + 20 + 4096;

  /** The same with the three bytes that int.p4 has before the first hop. */
  private static final int INT_BYTES = FRAME_BYTES - 1;

  private static final String CSIG =
      "csig.delay_us:32, csig.delay_hop:8, csig.queue_bytes:32, csig.queue_kbps:32,"
          + " csig.queue_hop:8";

  /** The same with the tag of csig.p4. */
  private static final int CSIG_BYTES = FRAME_BYTES - 4 + 14;

  /** A network of few nodes: in namespaces each takes its time. */
  static final String[] IDLE_PATH = {
    "--topology", "leafspine,2,2,1", "--workload", "incast:1x4KiB", "--capture"
  };

  @TempDir private Path folder;

  static String example(String file) {
    return Path.of("..", "docs", "extend", "co-design", file).toString();
  }

  static String program(String file) {
    return Path.of("src", "test", "resources", "programs", file).toString();
  }

  private SmarttRun run(String name, String program, String... more) {
    return run(folder.resolve(name), program, more);
  }

  static SmarttRun run(Path folder, String program, String... more) {
    SmarttRun run =
        SmarttRun.of(
            folder,
            Stream.concat(Stream.of("--set", "program=" + program), Stream.of(more))
                .toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  /** The signals that the frames of a kind have that come in at a port, in their order. */
  private static <T> List<T> signals(
      SmarttRun run, FrameKind kind, String port, String layout, Function<Signals, T> read) {
    List<T> found = new ArrayList<>();
    Signals signals = new Signals(SignalLayout.parse(layout));
    FrameView view = new FrameView();
    try (CaptureReader reader = CaptureReader.open(run.folder().resolve("trace.pcapng"))) {
      for (Optional<RecordedPacket> next = reader.next(); next.isPresent(); next = reader.next()) {
        RecordedPacket packet = next.get();
        boolean here = reader.interfaces().get(packet.interfaceId()).name().equals(port);
        // An acknowledgement of a close has none.
        if (here && view.read(packet) == kind && view.read(signals)) {
          found.add(read.apply(signals));
        }
      }
    }
    return found;
  }

  /**
   * A host of 100 Gbps sends 16 packets to one of 37 at once. When packet j leaves the queue, j - 1
   * packets have taken their time at 37 Gbps since the first, and 100 / 37 as many have come.
   */
  @Test
  void aQueueOfKnownDepthIsWhatEachPacketSays() {
    SmarttRun run =
        run(
            "queue",
            example("depth.json"),
            "--topology",
            "single,2",
            "--set",
            "link.rate=100Gbps",
            "--set",
            "link.rates=h1=37Gbps",
            "--set",
            "queue.size=1000packets",
            "--set",
            "smartt.initial-window-bdps=10",
            "--set",
            "smartt.max-window-bdps=10",
            "--workload",
            "incast:1x64KiB",
            "--capture");
    List<Long> byHand =
        IntStream.rangeClosed(1, 16)
            .mapToLong(j -> FRAME_BYTES * (Math.min(16, 1 + (j - 1) * 100L / 37) - j))
            .boxed()
            .toList();
    assertThat(byHand).contains(9L * FRAME_BYTES);
    assertThat(signals(run, FrameKind.DATA, "h1-eth0", PATH, at -> at.get("path.depth")))
        .isEqualTo(byHand);
    assertThat(signals(run, FrameKind.ACK, "h2-eth0", PATH, at -> at.get("path.depth")))
        .isEqualTo(byHand);
  }

  /** Requests of EQDS and RCCC have a longer header, which a program has to take off. */
  @ParameterizedTest
  @ValueSource(strings = {"eqds", "rccc"})
  void requestsForCreditHaveSignalsWhereTheProgramKnowsThem(String scheme) {
    String[] all = {"--topology", "single,4", "--workload", "incast:3x64KiB", "--scheme", scheme};
    SmarttRun run = run(scheme, example("depth.json"), all);
    assertThat(run.column("flows.csv", "verified_bytes")).hasSize(3).containsOnly("65536");
    List<String> more = new ArrayList<>(List.of("run", "--set", "program=" + program("hops.json")));
    more.addAll(List.of(all));
    SmarttRun refused = SmarttRun.command(more.toArray(String[]::new));
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .contains(
            "takes 'program trail.count:8, hops[].pad:7, hops[].port:9, hops[].depth:24' off data"
                + " packets, but 'program' off those of PDS type 13, which "
                + scheme
                + " sends");
  }

  /** A field of each hop that the packets of data bear which h1 gets, the last hop first. */
  static List<List<Long>> hops(SmarttRun run, String field) {
    return signals(
        run,
        FrameKind.DATA,
        "h1-eth0",
        INT,
        at -> IntStream.range(0, at.hops()).mapToObj(i -> at.hop(i, "hops[]." + field)).toList());
  }

  /**
   * The page's commands that run, the one for BMv2 with the embedded switch, and the one that is
   * refused, as they stand there.
   */
  @Test
  void thePageSaysWhatHappens() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "extend", "co-design.md"));
    List<String> commands =
        Pattern.compile("\\./smartt run (.*?)\n(?! )", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map(found ->
                found.group(1).replace("\\\n ", "").replace("docs/extend", "../docs/extend"))
            .toList();
    assertThat(commands).hasSize(3);
    SmarttRun made =
        SmarttRun.command("p4", "new", "hollow", "--dir", folder.resolve("hollow").toString());
    assertThat(made.status()).as(made.err()).isZero();
    assertThat(page).contains("./smartt p4 new hollow --dir hollow\n");
    SmarttRun run = runOfPage(commands.getFirst(), "hollow");
    assertThat(run.out()).contains("hollow-control, reps");
    String real = "--profile netns --set switch=bmv2 ";
    assertThat(commands.getLast()).startsWith(real);
    SmarttRun packets = runOfPage(commands.getLast().substring(real.length()), "bmv2");
    // Full packets: so many of them are as many bytes.
    assertThat(packets.file("flows.csv")).isEqualTo(run.file("flows.csv"));
    SmarttRun refused = SmarttRun.of(folder.resolve("none"), commands.get(1).split(" +", -1));
    assertThat(refused.status()).isEqualTo(2);
    assertThat(page).contains(refused.err().strip());
  }

  private SmarttRun runOfPage(String command, String name) {
    Path out = folder.resolve("runs").resolve(name);
    String[] words =
        command
            .replace(" hollow/", " " + folder + "/hollow/")
            .replace("=hollow/", "=" + folder + "/hollow/")
            .replace(" --out runs/" + name, "")
            .split(" +", -1);
    SmarttRun run = SmarttRun.of(out, words);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  /** The three switches of {@link #IDLE_PATH}: each in front of those before, none with a queue. */
  static void idlePath(SmarttRun run) {
    Function<Signals, List<Long>> all =
        at ->
            IntStream.range(0, at.hops())
                .mapToObj(i -> List.of(at.hop(i, "hops[].port"), at.hop(i, "hops[].depth")))
                .flatMap(List::stream)
                .toList();
    List<Long> first = signals(run, FrameKind.DATA, "h1-eth0", HOPS, all).getFirst();
    assertThat(first).hasSize(6);
    // leaf1 to h1 and a spine to leaf1 are their first ports; leaf2 has two spines on 2 and 3.
    assertThat(first.subList(0, 5)).containsExactly(1L, 0L, 1L, 0L, first.get(4));
    assertThat(first.get(4)).isBetween(2L, 3L);
    assertThat(first.get(5)).isZero();
    assertThat(signals(run, FrameKind.ACK, "h2-eth0", HOPS, all)).contains(first);
    assertThat(signals(run, FrameKind.DATA, "h1-eth0", HOPS, at -> at.get("trail.count")))
        .containsOnly(3L);
  }

  @Test
  void aStackHasAnElementOfEachSwitch() {
    SmarttRun run = run("hops", program("hops.json"), IDLE_PATH);
    idlePath(run);
    assertThat(run.number("drops")).isZero();
  }

  /**
   * A host of 10 Gbps sends four packets over links of 100 and 40 Gbps to one of 100, and no queue
   * builds up. Each switch makes the frame 16 bytes longer, and counts it so.
   */
  @Test
  void telemetrySaysRatesBytesAndTimes() {
    SmarttRun run =
        run(
            "int",
            example("../schemes/int.json"),
            "--topology",
            "leafspine,2,1,1",
            "--set",
            "link.rate=100Gbps",
            "--set",
            "link.rates=h2=10Gbps,spine1>leaf1=40Gbps",
            "--set",
            "link.latency=1us",
            "--set",
            "switch.latency=500ns",
            "--workload",
            "incast:1x16KiB",
            "--capture");
    List<List<Long>> packets =
        signals(
            run,
            FrameKind.DATA,
            "h1-eth0",
            INT,
            at ->
                IntStream.range(0, at.hops())
                    .mapToObj(i ->
                        Stream.of("kbps", "sent_bytes", "queue_bytes", "ns")
                            .map(field -> at.hop(i, "hops[]." + field)))
                    .flatMap(all -> all)
                    .toList());
    assertThat(packets).hasSize(4);
    for (int k = 1; k <= 4; k++) {
      List<Long> packet = packets.get(k - 1);
      // leaf1 to h1 is the last hop and comes first, then spine1 to leaf1, then leaf2 to spine1.
      assertThat(packet.subList(0, 3)).containsExactly(100_000_000L, k * (INT_BYTES + 48L), 0L);
      assertThat(packet.subList(4, 7)).containsExactly(40_000_000L, k * (INT_BYTES + 32L), 0L);
      assertThat(packet.subList(8, 11)).containsExactly(100_000_000L, k * (INT_BYTES + 16L), 0L);
      long toSecond = packet.get(7) - packet.get(11);
      long toLast = packet.get(3) - packet.get(7);
      assertThat(toSecond).isEqualTo(1_500 + (INT_BYTES + 16) * 8 / 100);
      assertThat(toLast).isEqualTo(1_500 + (INT_BYTES + 32) * 8 / 40);
    }
    // The journey of the second packet says the same as its capture.
    List<String> second = new ArrayList<>(List.of("path.hops 3"));
    List<String> fields = List.of("kbps", "sent_bytes", "queue_bytes", "ns");
    for (int i = 0; i < 12; i++) {
      second.add("hops[%d].%s %,d".formatted(i / 4, fields.get(i % 4), packets.get(1).get(i)));
    }
    String[] journey = {"journey", run.folder().toString(), "--flow", "h2-h1", "--nth", "2"};
    String line =
        SmarttRun.command(journey)
            .out()
            .lines()
            .filter(one -> one.contains("h1 receives it"))
            .findFirst()
            .orElse("");
    assertThat(line.substring(line.indexOf("; ") + 2).split(", ", -1)).containsAll(second);
    List<String> more = new ArrayList<>(List.of(journey));
    more.add("--json");
    assertThat(SmarttRun.command(more.toArray(String[]::new)).out())
        .contains("\"hops[1].sent_bytes\" : " + packets.get(1).get(5));
  }

  /** The tags with which packets of 64 KiB reach h1 over links of the given rates. */
  private List<List<Long>> tags(String topology, String rates) {
    SmarttRun run =
        run(
            "csig",
            example("../schemes/csig.json"),
            "--topology",
            topology,
            "--set",
            "link.rate=100Gbps",
            "--set",
            "link.rates=" + rates,
            "--set",
            "queue.size=1000packets",
            "--set",
            "smartt.initial-window-bdps=10",
            "--set",
            "smartt.max-window-bdps=10",
            "--workload",
            "incast:1x64KiB",
            "--capture");
    List<String> fields =
        List.of("delay_us", "delay_hop", "queue_bytes", "queue_kbps", "queue_hop");
    Function<Signals, List<Long>> all =
        at -> fields.stream().map(field -> at.get("csig." + field)).toList();
    List<List<Long>> arrived = signals(run, FrameKind.DATA, "h1-eth0", CSIG, all);
    assertThat(signals(run, FrameKind.ACK, "h2-eth0", CSIG, all)).isEqualTo(arrived);
    return arrived;
  }

  /**
   * Nanoseconds by which packet j, from 1, comes later over the second link than over the first.
   */
  private static double lag(int j, double fromGbps, double toGbps) {
    return (j - 1) * CSIG_BYTES * 8 * (1 / toGbps - 1 / fromGbps);
  }

  /**
   * How many of 16 packets are left behind by the j-th, coming at one rate and leaving at another.
   */
  private static long behind(int j, long fromGbps, long toGbps) {
    return Math.min(16, 1 + (j - 1) * fromGbps / toGbps) - j;
  }

  @Test
  void csigSaysHowLongAPacketStoodInAQueueAndHowDeepThatWas() {
    List<List<Long>> byHand =
        IntStream.rangeClosed(1, 16)
            .mapToObj(j -> {
              long delay = (long) (lag(j, 100, 37) / 1000);
              long depth = behind(j, 100, 37);
              long any = depth > 0 ? 1 : 0;
              return List.of(delay, delay > 0 ? 1L : 0, depth * CSIG_BYTES, any * 37_000_000, any);
            })
            .toList();
    assertThat(byHand.getLast()).containsExactly(8L, 1L, 0L, 0L, 0L);
    assertThat(tags("single,2", "h1=37Gbps")).isEqualTo(byHand);
  }

  /**
   * Two queues: of links of 41 Gbps behind one of 100, and of 37 behind that of 41. The tag has the
   * longer delay, and neither the sum nor the last. One packet at 37 Gbps is deeper than one at 41.
   */
  @Test
  void csigHasTheWorstHopAndItsNumber() {
    List<List<Long>> byHand =
        IntStream.rangeClosed(1, 16)
            .mapToObj(j -> {
              long delay = (long) (lag(j, 100, 41) / 1000);
              long second = behind(j, 100, 41);
              long third = behind(j, 41, 37);
              boolean last = third * 41 > second * 37;
              long any = second + third > 0 ? 1 : 0;
              return List.of(
                  delay,
                  delay > 0 ? 2L : 0,
                  (last ? third : second) * CSIG_BYTES,
                  any * (last ? 37_000_000 : 41_000_000),
                  any * (last ? 3 : 2));
            })
            .toList();
    assertThat(byHand).extracting(List::getLast).contains(0L, 2L, 3L);
    assertThat(lag(16, 41, 37)).isGreaterThan(1000);
    assertThat(tags("leafspine,2,1,1", "spine1>leaf1=41Gbps,h1=37Gbps")).isEqualTo(byHand);
  }

  /** One switch, so that no other drops what it spoils. */
  @Test
  void aRunWhoseHostsRefuseWhatAProgramSpoilsSaysSo() throws IOException {
    String whole = Files.readString(Path.of(example("depth.json")));
    Path spoils = folder.resolve("spoils.json");
    Files.writeString(spoils, whole.replace("\"update\" : true", "\"update\" : false"));
    Files.copy(Path.of(example("depth.p4info.txtpb")), folder.resolve("spoils.p4info.txtpb"));
    SmarttRun run =
        SmarttRun.of(
            folder.resolve("refused"),
            "--topology=single,3",
            "--workload=incast:1x8KiB",
            "--set=program=" + spoils);
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.out()).containsPattern("; hosts refused frames: \\d+ bad checksum\\R");
  }

  /** Trims, losses of frames, and every byte once, with a frame that grows at each switch. */
  @Test
  void framesThatGrowAreTrimmedAndDeliveredLikeOthers() {
    SmarttRun run =
        run("trims", program("hops.json"), "--workload", "incast:15x256KiB", "--threads", "2");
    assertThat(run.number("trims")).isPositive();
    assertThat(run.column("flows.csv", "verified_bytes")).hasSize(15).containsOnly("262144");
    SmarttRun again =
        SmarttRun.of(
            folder.resolve("again"), "--experiment", run.folder().toString(), "--threads", "1");
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(again.file("flows.csv")).isEqualTo(run.file("flows.csv"));
    assertThat(again.file("switches.csv")).isEqualTo(run.file("switches.csv"));
  }
}
