package io.smartt.study.conform;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.study.conform.Evidence.Seen;
import io.smartt.study.conform.Verdict.Outcome;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every judge passes what a switch left that keeps the rules, and fails it with one fault in. */
@Timeout(120)
class JudgesTest {
  private static final int DSCP = 15;
  private static final int IP_LENGTH = 17;
  private static final int TTL = 22;
  private static final int CHECKSUM = 25;
  private static final int UDP_LENGTH = 39;

  @TempDir private static Path folder = Path.of("");

  private static final Map<String, Evidence> RUNS = new HashMap<>();

  @BeforeAll
  static void run() {
    ExperimentLoader loader =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()));
    Catalogue.packed()
        .runs()
        .forEach((name, setup) -> {
          Map<String, String> settings = new HashMap<>(setup.settings());
          settings.remove("testbed.apply");
          String noTrimFrom =
              Objects.requireNonNullElse(settings.remove(Judges.NO_TRIM_FROM), "none");
          settings.put("topology", "leafspine,2,2,4");
          settings.put("workload", "incast:7x" + setup.message());
          settings.putIfAbsent("trimming", "asic");
          settings.putIfAbsent("packet.trim", name.equals("short") ? "206" : "64");
          ExperimentSpec spec = loader.load("virtual", settings, List.of(), true);
          Evidence left =
              Evidence.of(
                  spec,
                  LocalRunner.ofMany(false)
                      .run(spec, Optional.of(folder.resolve(name)), RunMonitor.NONE),
                  OptionalInt.empty());
          // No switch of this fabric has ACLs: the rule is in the settings, and trims are taken
          // out.
          settings.put(Judges.NO_TRIM_FROM, noTrimFrom);
          RUNS.put(
              name,
              noTrimFrom.equals("none")
                  ? left
                  : new Evidence(
                      loader.load("virtual", settings, List.of(), true),
                      left.result(),
                      left.countsTrimsAt(),
                      left.sent(),
                      left.got().stream()
                          .filter(one -> !one.saysTrimmed() || !isNamed(one))
                          .toList()));
        });
  }

  /** The prefix of the rule, 10.0.0.4/30, as bits. */
  private static boolean isNamed(Seen one) {
    return one.packet().source() >> 2 == 0x0a000004 >> 2;
  }

  private static Evidence of(String run) {
    return RUNS.getOrDefault(run, RUNS.values().iterator().next());
  }

  private static Evidence with(Evidence run, List<Seen> sent, List<Seen> got) {
    return new Evidence(run.spec(), run.result(), run.countsTrimsAt(), sent, got);
  }

  /** The evidence with one frame changed that arrived so. */
  private static Evidence changed(String run, Predicate<Seen> which, Consumer<byte[]> change) {
    return replaced(
        run,
        which,
        one -> {
          byte[] bytes = one.frame().bytes().clone();
          change.accept(bytes);
          return seen(one, bytes, one.frame().wireBytes(), one.timeNs());
        });
  }

  private static Evidence replaced(String run, Predicate<Seen> which, UnaryOperator<Seen> as) {
    Evidence whole = of(run);
    List<Seen> got = new ArrayList<>(whole.got());
    for (int i = 0; i < got.size(); i++) {
      if (which.test(got.get(i))) {
        got.set(i, as.apply(got.get(i)));
        return with(whole, whole.sent(), got);
      }
    }
    throw new AssertionError("no such frame in run " + run);
  }

  private static Seen seen(Seen of, byte[] bytes, int wireBytes, long timeNs) {
    FrameView frame = new FrameView();
    var _ = frame.read(bytes, wireBytes);
    return new Seen(timeNs, frame, of.packet(), of.whole());
  }

  private static void assertFails(String rule, Evidence run) {
    assertThat(Judges.judge(rule, run))
        .as(rule)
        .extracting(Verdict::outcome)
        .isEqualTo(Outcome.FAILED);
  }

  @Test
  void aSwitchThatKeepsTheRulesPasses() {
    for (Catalogue.Rule rule : Catalogue.packed().rules()) {
      Verdict verdict = Judges.judge(rule.name(), of(rule.run()));
      boolean none = List.of("wrong-checksum", "counter-queue").contains(rule.name());
      assertThat(verdict.outcome())
          .as(rule.name() + ": " + verdict.seen())
          .isEqualTo(none ? Outcome.NOT_OFFERED : Outcome.PASSED);
    }
  }

  /** Switches of the harness count at queue 1 what was cut in queue 0. */
  @Test
  void trimsThatCountElsewhereThanTheTargetSaysFail() {
    Evidence run = of("full");
    Evidence atData =
        new Evidence(run.spec(), run.result(), OptionalInt.of(0), run.sent(), run.got());
    Evidence atControl =
        new Evidence(run.spec(), run.result(), OptionalInt.of(1), run.sent(), run.got());

    assertFails("counter-queue", atData);
    assertThat(Judges.judge("counter-queue", atControl).holds()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "ttl, " + TTL,
    "ip-length, " + IP_LENGTH,
    "ip-checksum, " + CHECKSUM,
    "udp-length, " + UDP_LENGTH,
    "dscp-symmetric, " + DSCP
  })
  void aByteThatIsWrongInOneTrimmedPacketFails(String rule, int at) {
    assertFails(rule, changed("full", Seen::saysTrimmed, bytes -> bytes[at] ^= 0x40));
  }

  @Test
  void aPacketThatIsAByteLongerFailsTheSizeAndTooShortTheLeast() {
    for (int bytes : new int[] {63, 65}) {
      Evidence run =
          replaced(
              "full",
              Seen::saysTrimmed,
              one -> seen(one, Arrays.copyOf(one.frame().bytes(), bytes), bytes, 0));
      assertFails("trim-size", run);
      assertFails("once", run);
    }
    assertFails(
        "least-size",
        replaced(
            "full",
            Seen::saysTrimmed,
            one -> seen(one, Arrays.copyOf(one.frame().bytes(), 57), 57, 0)));
  }

  @Test
  void aPacketThatNobodySentFails() {
    assertFails(
        "trim-size",
        replaced(
            "full",
            Seen::saysTrimmed,
            one -> new Seen(one.timeNs(), one.frame(), one.packet(), Optional.empty())));
  }

  @Test
  void aShortPacketThatIsCutOrKeepsItsCodePointOrLiesOfItsLengthFails() {
    assertFails(
        "short-packet",
        replaced(
            "short",
            Seen::saysTrimmed,
            one -> seen(one, Arrays.copyOf(one.frame().bytes(), 60), 60, 0)));
    assertFails("short-packet", changed("short", Seen::saysTrimmed, bytes -> bytes[DSCP] = 9 << 2));
    assertFails("short-packet", changed("short", Seen::saysTrimmed, bytes -> bytes[IP_LENGTH]++));
    assertFails("short-packet", with(of("short"), of("short").sent(), List.of()));
  }

  @Test
  void theCodePointOfTheLastHopIsToBeThereAndAnsweredAndCounted() {
    assertFails("dscp-asymmetric", of("full"));
    assertFails(
        "dscp-asymmetric",
        changed("last-hop", Seen::saysTrimmed, bytes -> bytes[DSCP] = (byte) (40 << 2)));
    // One that was trimmed again when it was sent again has both code points.
    List<Evidence.Packet> all = of("last-hop").trims().stream().map(Seen::packet).toList();
    Predicate<Seen> last =
        one -> one.dscp() == 56 && all.indexOf(one.packet()) == all.lastIndexOf(one.packet());
    Evidence moved = changed("last-hop", last, bytes -> bytes[DSCP] = (byte) (48 << 2));
    assertFails("last-hop-nack", moved);
    assertFails(
        "counter-port",
        changed("last-hop", one -> one.dscp() == 48, bytes -> bytes[DSCP] = (byte) (56 << 2)));
    assertFails("counter-port", moved);
    assertFails("last-hop-nack", with(moved, List.of(), moved.got()));
  }

  @Test
  void aCountThatIsOneOffFails() {
    Evidence run = of("full");
    List<Seen> got = new ArrayList<>(run.got());
    got.remove(run.trims().getFirst());
    assertFails("counter-switch", with(run, run.sent(), got));
    got.add(run.trims().getFirst());
    got.add(run.trims().getFirst());
    assertFails("counter-switch", with(run, run.sent(), got));
    assertFails("once", with(run, run.sent(), got));
    assertFails("counter-sent", with(run, run.sent(), got));
    Evidence off = of("off");
    assertFails("counter-drops", with(off, off.sent(), off.got().subList(1, off.got().size())));
    assertFails("counter-drops", with(off, off.sent().subList(1, off.sent().size()), off.got()));
  }

  @Test
  void aTrimWhereThereIsToBeNoneFails() {
    assertFails("off-drops", changed("off", Seen::isRequest, bytes -> bytes[DSCP] = (byte) 0xc0));
    assertFails("off-drops", of("full"));
  }

  @Test
  void aTrimOfASourceThatTheAclNamesOrNoneOfOthersFails() {
    Evidence kept = of("acl");
    List<Seen> got = new ArrayList<>(kept.got());
    Seen cut = of("full").trims().stream().filter(JudgesTest::isNamed).findFirst().orElseThrow();
    got.add(cut);
    assertFails("acl-disables", with(kept, kept.sent(), got));
    assertFails(
        "acl-disables",
        with(kept, kept.sent(), kept.got().stream().filter(one -> !one.saysTrimmed()).toList()));
    List<Seen> arrived = kept.sent().stream().filter(JudgesTest::isNamed).toList();
    List<Seen> all = new ArrayList<>(kept.trims());
    all.addAll(arrived);
    assertFails("acl-disables", with(kept, kept.sent(), all));
  }

  @Test
  void whatWaitsAsLongAsDataFails() {
    Evidence run = of("full");
    long late = 1_000_000;
    List<Seen> got =
        run.got().stream()
            .map(one ->
                one.saysTrimmed()
                    ? seen(one, one.frame().bytes(), one.frame().wireBytes(), one.timeNs() + late)
                    : one)
            .toList();
    assertFails("overtakes", with(run, run.sent(), got));
  }

  @Test
  void nothingOvertakesWhereThereIsNothingToCompare() {
    Evidence run = of("full");
    for (boolean trimmed : List.of(true, false)) {
      List<Seen> others = run.got().stream().filter(one -> one.saysTrimmed() != trimmed).toList();
      Verdict verdict = Judges.judge("overtakes", with(run, run.sent(), others));
      assertThat(verdict)
          .isEqualTo(
              Verdict.failed("no %s packet to compare".formatted(trimmed ? "trimmed" : "whole")));
    }
  }

  @Test
  void anAnswerWithAnotherCodePointFails() {
    assertFails(
        "control-whole",
        changed(
            "full", one -> one.frame().kind() == FrameKind.ACK, bytes -> bytes[DSCP] = 48 << 1));
  }

  @Test
  void aWrongChecksumIsToBeAskedForAgain() {
    Predicate<Seen> one = Seen::saysTrimmed;
    Evidence damaged = changed("full", one, bytes -> bytes[CHECKSUM] ^= 1);
    assertThat(Judges.judge("wrong-checksum", damaged).outcome()).isEqualTo(Outcome.PASSED);
    assertFails("wrong-checksum", with(damaged, List.of(), damaged.got()));
  }

  @Test
  void theChecksumFromBeforeTheCutIsTheOtherWay() {
    Evidence run = of("full");
    List<Seen> got =
        run.got().stream()
            .map(one -> {
              byte[] bytes = one.frame().bytes().clone();
              if (one.saysTrimmed()) {
                // DSCP 48 for 10 adds 0x98 to a word, and none of it carries over.
                int sum = (((bytes[24] & 0xff) << 8) | (bytes[25] & 0xff)) + 0x98;
                sum = (sum & 0xffff) + (sum >> 16);
                bytes[24] = (byte) (sum >> 8);
                bytes[25] = (byte) sum;
              }
              return seen(one, bytes, one.frame().wireBytes(), one.timeNs());
            })
            .toList();
    Verdict verdict = Judges.judge("ip-checksum", with(run, run.sent(), got));
    assertThat(verdict.outcome()).isEqualTo(Outcome.PASSED);
    assertThat(verdict.seen()).startsWith("that of before the cut (SONiC)");
  }
}
