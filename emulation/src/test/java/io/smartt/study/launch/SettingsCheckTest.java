package io.smartt.study.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.experiment.run.SettingsCheck;
import io.smartt.experiment.run.SettingsCheck.IdleSetting;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.host.scheme.Schemes;
import io.smartt.host.settings.SettingsGroup;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No setting is without effect in silence: each acts, or is refused by name. */
@Timeout(600)
class SettingsCheckTest {
  private final Fabrics fabrics = Fabrics.builtIn();
  private final SettingsCheck check = fabrics.check();
  private final ExperimentLoader loader =
      new ExperimentLoader(new ProfileLibrary(fabrics.settings()));

  /** Keys that refuse every other value, so that nothing is ever asked of them. */
  private static final Set<String> ONE_VALUE = Set.of("tofino.chip");

  @TempDir private Path temp;

  private ExperimentSpec spec(String... assignments) {
    return loader.load("virtual", Map.of(), List.of(assignments), false);
  }

  @Test
  void everyKeyOnEveryFabricInEveryUseActsOrIsRefusedByName() {
    SettingsCatalog catalog = fabrics.settings();
    Map<String, String> others =
        catalog.keys().stream()
            .filter(key -> !ONE_VALUE.contains(key.name()))
            .collect(Collectors.toMap(SettingKey::name, SettingsCheckTest::otherValue));
    for (Fabric fabric : fabrics.all()) {
      String name = fabric.settings().fabric();
      for (Use use : Use.values()) {
        int acts = 0;
        int refused = 0;
        for (SettingKey<?> key : catalog.keys()) {
          if (key.name().equals(SettingKeys.FABRIC.name()) || ONE_VALUE.contains(key.name())) {
            continue;
          }
          Settings settings =
              catalog
                  .defaults()
                  .changedBy(
                      catalog
                          .defaults()
                          .with(SettingKeys.FABRIC.name(), name)
                          .with(key.name(), others.getOrDefault(key.name(), "")));
          List<IdleSetting> idle =
              check.idle(withSettings(settings), use).stream()
                  .filter(one -> one.key().equals(key.name()))
                  .toList();
          if (!fabric.abilities(use, settings).actOn(key.name())) {
            assertThat(idle).as("%s on %s in %s", key.name(), name, use).hasSize(1);
          }
          for (IdleSetting one : idle) {
            assertThat(one.refusal().getMessage())
                .startsWith(key.name() + " is " + settings.text(key))
                .containsAnyOf(
                    "fabric '" + name + "'",
                    "scheme",
                    "load balancer",
                    "switch bmv2",
                    "workload",
                    "intake.rate",
                    "skip.steady",
                    "failures.links",
                    "the program that trims");
          }
          acts += idle.isEmpty() ? 1 : 0;
          refused += idle.size();
        }
        System.out.printf("%-8s %-12s acts %3d, refused %3d%n", name, use, acts, refused);
      }
    }
  }

  private static ExperimentSpec withSettings(Settings settings) {
    return new ExperimentSpec(
        "x",
        "x",
        settings,
        new InputSource.Named("testbed"),
        new InputSource.Named("incast:4MiB"),
        false,
        List.of());
  }

  /** Another value than the default of a key, by its name or by what it takes. */
  private static String otherValue(SettingKey<?> key) {
    String known =
        Map.of(
                "link.rates", "leaf1-spine1=25Gbps",
                "link.down", "leaf1-spine2",
                "link.failures", "leaf1-spine1@1ms..2ms",
                "failures.kind", "loss:1e-3",
                "queue.size", "2bdp",
                "capture.window", "10us..50us",
                "sonic.link-prefix", "10.9.0.0/16",
                "netns.workers", "127.0.0.1:9570",
                "transport.signals", "csig.x:16")
            .getOrDefault(key.name(), "");
    double number = numberOr(key.defaultText(), 1);
    return Stream.of(
            Stream.of(known, "true", "false"),
            key.words().stream(),
            Stream.of(
                Long.toString(Math.round(number) + 1),
                Long.toString(Math.round(number) - 1),
                Double.toString(number / 2),
                Double.toString(number * 1.1),
                "40Gbps",
                "1us",
                "1MiB",
                "68,196",
                "10.0.0.4/30",
                "other"))
        .flatMap(texts -> texts)
        .filter(text -> !text.isEmpty() && isOther(key, text))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no other value of " + key.name()));
  }

  private static boolean isOther(SettingKey<?> key, String text) {
    try {
      return !key.isDefault(text);
    } catch (UserInputException | IllegalArgumentException e) {
      return false;
    }
  }

  private static double numberOr(String text, double other) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return other;
    }
  }

  /** What a fabric says that it acts on, it reads when it runs. */
  @ParameterizedTest
  @ValueSource(strings = {"virtual", "dry"})
  void whatAFabricActsOnItReads(String name) {
    Set<String> read = ConcurrentHashMap.newKeySet();
    List<String> runs =
        name.equals("virtual")
            ? List.of(
                "scheme=smartt",
                "scheme=rocev2",
                "buffer.size=1MiB trimming=off",
                "skip.steady=true")
            : List.of("scheme=smartt", "scheme=rocev2");
    for (String one : runs) {
      String all = "fabric=" + name + " topology=leafspine,2,2,2 workload=incast:2x8KiB " + one;
      ExperimentSpec spec = spec(all.split(" "));
      new LocalRunner(Clock.systemUTC(), 1, false, fabrics)
          .run(
              spec.withSettings(spec.settings().observed(read::add)),
              Optional.of(temp.resolve(one)),
              RunMonitor.NONE);
    }
    Settings settings = spec("fabric=" + name).settings();
    Set<String> unread = new TreeSet<>(fabrics.named(name).abilities(Use.RUN, settings).acting());
    unread.removeAll(read);
    // The loader reads names of files; other schemes' settings are refused, and those of traces.
    unread.removeAll(
        List.of(
            SettingKeys.TOPOLOGY.name(),
            SettingKeys.WORKLOAD.name(),
            SettingKeys.COLLECTIVES.name()));
    unread.removeIf(key -> groups().anyMatch(group -> key.startsWith(group.name() + ".")));
    assertThat(unread).isEmpty();
  }

  private static Stream<SettingsGroup<?>> groups() {
    return Stream.concat(
        Schemes.BUILT_IN.congestionSettings().stream(),
        Schemes.BUILT_IN.balancerSettings().stream());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RUN    | collectives=tree | workload incast:4MiB has no traces of Chakra (.et)
          RUN    | switch.kind=bmv2          | switch.kind is bmv2
          RUN    | swift.flow-scaling-rtts=4          | scheme 'smartt' does not read it; swift does
          RUN    | load-balancer=ecmp entropies=8 | load balancer 'ecmp' does not read it; reps
          RUN    | trimming=off packet.trim=100   | packet.trim is 100
          RUN    | trimming=off queue.last-hop-trims=true | queue.last-hop-trims is true
          RUN    | intake.buffer-bdps=2           | intake.buffer-bdps is 2
          RUN    | skip.goodput=3                 | skip.goodput is 3
          RUN    | intake.rate=0.5 intake.restore=true | intake.restore is true
          RUN    | scheme=rocev2 transport.delivery=rod | scheme 'rocev2' delivers in order by itself
          RUN    | pfc.xon-share=0.5         | pfc.xon-share is 0.5
          RUN    | failures.kind=loss:1e-3   | failures.kind is loss:1e-3
          RUN    | failures.at=1us           | failures.at is 1us
          RUN    | scheme=rocev2 queue.kmin=10    | queue.kmin is 10
          RUN    | scheme=rocev2 queue.size=2bdp   | queue.size is 2bdp
          RUN    | scheme=rocev2 class.a.dscp=9 class.a.flows=h1 class.a.size=2bdp | class.a.size is
          RUN    | netns.agents=apart        | fabric 'virtual' has no use for it; fabric 'netns' has
          RUN    | fabric=netns switch=bmv2 netns.switches=apart | netns.switches is apart
          RUN    | fabric=netns switch=bmv2 link.latency=1us | switch bmv2 delays nothing
          RUN    | fabric=docker docker.bmv2-image=x | docker.bmv2-image is x
          RUN    | fabric=physical program=a.json | program is a.json
          RUN    | fabric=physical packet.overhead=24 | packet.overhead is 24
          RUN    | fabric=netns packet.overhead=24 | packet.overhead is 24
          RUN    | fabric=netns switch=bmv2 packet.overhead=24 | packet.overhead is 24
          RUN    | fabric=docker packet.overhead=24 | packet.overhead is 24
          RUN    | fabric=physical switches.t.target=stratum trimming=off buffer.size=1MiB | buffer.size is 1MiB
          RUN    | fabric=netns switch=bmv2 trimming=off buffer.size=1MiB | buffer.size is 1MiB
          RUN    | buffer.size=1MiB          | the program that trims goes by a depth that stays
          RUN    | trimming=off buffer.alpha=2 | no memory is shared; with buffer.size it acts
          RUN    | trimming=off class.a.dscp=9 class.a.flows=h1 class.a.alpha=2 | no memory is shared
          RUN    | scheme=rocev2 buffer.size=64MiB class.a.dscp=9 class.a.flows=h1 class.a.alpha=2 | class.a.alpha is
          SHELL  | fabric=netns switch=bmv2  | a shell on fabric 'netns' has no use for it; 'smartt run'
          SHELL  | fabric=netns netns.agents=apart | netns.agents is apart
          SHELL  | workload=ring:1MiB        | workload is ring:1MiB
          REPLAY | sample.interval=1us       | sample.interval is 1us
          TUTORIAL | seed=7                  | --tutorial on fabric 'virtual' has no use for it
          REPLAY | transport.max-backoff=9   | trace replay on fabric 'virtual' has no use for it
          RERUN  | queue.size=2bdp           | trace rerun on fabric 'virtual' has no use for it
          """)
  void whatNothingActsOnIsRefused(Use use, String assignments, String message) {
    ExperimentSpec spec = spec(assignments.split(" "));
    assertThatThrownBy(() -> check.require(spec, use))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          RUN   | scheme=swift swift.flow-scaling-rtts=4
          RUN   | fabric=netns switch=bmv2 link.latency=0ns switch.latency=0ns
          RUN   | link.failures=leaf1-spine1@1ms..2ms
          RUN   | link.loss=1
          RUN   | failures.links=2% failures.kind=burst:1e-4/25% failures.at=1us..2us
          RUN   | link.failed=2
          RUN   | scheme=rocev2 pfc.xon-share=0.5
          RUN   | scheme=rocev2 pfc.use=off queue.size=2bdp
          RUN   | scheme=swift pfc.use=on queue.size=2bdp
          RUN   | constants=nscc
          RUN   | constants=ue
          RUN   | constants=ue intake.rate=0.5 intake.flow-control=false
          RUN   | intake.rate=0.5 intake.buffer-bdps=2
          RUN   | skip.steady=true skip.goodput=3
          RUN   | scheme=rccc rccc.oversubscription=4
          RUN   | queue.last-hop-trims=true
          RUN   | queue.last-hop-marks=false
          RUN   | trimming=asic queue.marks-at=enqueue
          RUN   | trimming=off queue.marks-at=enqueue
          RUN   | trimming=asic queue.marks-by=port class.gold.dscp=26 class.gold.flows=h1
          RUN   | trimming=off queue.marks-by=pool buffer.size=1MiB
          RUN   | trimming=asic buffer.size=1MiB buffer.alpha=0.5 buffer.reserved=9000B
          RUN   | trimming=asic buffer.size=1MiB class.a.dscp=9 class.a.flows=h1 class.a.alpha=2
          RUN   | fabric=netns trimming=off buffer.size=1MiB
          RUN   | fabric=docker trimming=asic buffer.size=1MiB
          RUN   | fabric=physical switches.t.target=sonic trimming=asic buffer.size=1MiB
          RUN   | scheme=eqds+smartt
          SHELL | link.failures=leaf1-spine1@1ms..2ms
          SHELL | link.loss=1
          SHELL | fabric=netns link.loss=1 netns.idle=poll
          """)
  void whatActsIsAccepted(Use use, String assignments) {
    assertThat(check.idle(spec(assignments.split(" ")), use)).isEmpty();
  }

  @Test
  void whatAProfileSaysOfItsOwnFabricIsToldOnAnother() {
    ExperimentSpec spec = loader.load("bmv2", Map.of(), List.of("fabric=virtual"), false);

    assertThat(check.idle(spec, Use.RUN)).isEmpty();
    assertThat(check.notes(spec, Use.RUN))
        .singleElement()
        .asString()
        .startsWith(
            "of profile bmv2, hosts.*, switches.*, tls.ca, tls.certificate, tls.key changes");
  }

  @Test
  void aValueThatActsNowhereInItsOwnProfileIsRefused() throws IOException {
    Path profile =
        Files.writeString(temp.resolve("mine.yaml"), "fabric: virtual\nnetns:\n  agents: apart\n");
    ExperimentSpec spec = loader.load(profile.toString(), Map.of(), List.of(), false);

    assertThatThrownBy(() -> check.require(spec, Use.RUN))
        .hasMessageStartingWith("netns.agents is apart");
  }

  @Test
  void aKeyHasOneValue() {
    assertThatThrownBy(
            () -> loader.load("virtual", Map.of("scheme", "swift"), List.of("scheme=dctcp"), false))
        .isInstanceOf(UserInputException.class)
        .hasMessage("scheme is given twice, as swift and as dctcp");
    assertThatThrownBy(() -> spec("switch=bmv2", "switch.kind=embedded"))
        .hasMessage("switch.kind is given twice, as bmv2 and as embedded");
  }

  @Test
  void dockerWithBmv2NeitherTrimsInTheAsicNorFailsLinks() {
    for (String one : List.of("trimming=asic", "link.loss=1", "link.failures=leaf1@1ms")) {
      ExperimentSpec spec = spec("fabric=docker", "switch=bmv2", one);
      assertThatThrownBy(() -> fabrics.require(spec, Use.RUN, true))
          .isInstanceOf(UserInputException.class)
          .message()
          .containsIgnoringCase("bmv2");
    }
  }

  /** A value that acts in some runs of a sweep, and one that acts in none. */
  @Test
  void aSweepRefusesWhatActsInNoneOfItsRuns() {
    SweepRunner sweeper =
        new SweepRunner(new LocalRunner(Clock.systemUTC(), 1, false, fabrics).ofMany(), temp, 1);
    List<String> schemes = List.of("dctcp", "swift");

    sweeper.check(runs(schemes, "swift.flow-scaling-rtts=4"));
    assertThatThrownBy(() -> sweeper.check(runs(schemes, "mprdma.increase-packets=2")))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("mprdma");
  }

  private List<SweepRun> runs(List<String> schemes, String setting) {
    return schemes.stream()
        .map(scheme -> new SweepRun(Map.of("scheme", scheme), spec("scheme=" + scheme, setting)))
        .toList();
  }
}
