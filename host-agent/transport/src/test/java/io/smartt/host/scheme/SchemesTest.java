package io.smartt.host.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.RecordSettings.SettingInfo;
import io.smartt.host.settings.RecordSettings.SettingInfo.Form;
import io.smartt.host.settings.SettingsGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the list of congestion controls and load balancers, and of its table in the docs. */
class SchemesTest {
  private static final String BEGIN = "<!-- schemes: generated; SchemesTest compares it -->\n\n";
  private static final String END = "\n<!-- end of schemes -->";

  @Test
  void namesAreDifferentAndFitTheCommandLine() {
    List<String> controls =
        Schemes.BUILT_IN.congestionControls().stream().map(CongestionControl::name).toList();
    List<String> balancers =
        Schemes.BUILT_IN.loadBalancers().stream().map(LoadBalancer::name).toList();

    assertThat(controls).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z0-9+-]+"));
    assertThat(balancers).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z0-9-]+"));
  }

  @Test
  void everySettingsRecordIsDescribedUnderOneName() {
    List<SettingsGroup<?>> groups = groups();

    assertThat(groups.stream().map(SettingsGroup::name)).doesNotHaveDuplicates();
    assertThat(groups.stream().map(SettingsGroup::type)).doesNotHaveDuplicates();
    for (SettingsGroup<?> group : groups) {
      assertThat(RecordSettings.describe(group.type())).as(group.name()).isNotEmpty();
      assertThat(group.defaults()).as(group.name()).isNotNull();
    }
  }

  /** Nothing that an algorithm counts in is below nothing, and the message names the algorithm. */
  @ParameterizedTest
  @MethodSource("groups")
  void everyNumberBelowNothingIsRefused(SettingsGroup<?> group) {
    for (SettingInfo info : RecordSettings.describe(group.type())) {
      if (info.form() == Form.NUMBER || info.form() == Form.WHOLE) {
        assertThatThrownBy(() -> RecordSettings.with(group.defaults(), info.key(), "-1"))
            .as(group.name() + "." + info.key())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageMatching("(?i)" + group.name() + " .* -1(\\.0)?\\b.*, accepted is .*");
      }
    }
  }

  private static List<SettingsGroup<?>> groups() {
    return Stream.concat(
            Schemes.BUILT_IN.congestionSettings().stream(),
            Schemes.BUILT_IN.balancerSettings().stream())
        .toList();
  }

  /** Those of senders alone first: the order that profiles and their schema have. */
  @Test
  void settingsKeepTheirOrder() {
    assertThat(Schemes.BUILT_IN.congestionSettings().stream().map(SettingsGroup::name))
        .containsExactly("smartt", "swift", "mprdma", "dctcp", "eqds", "rccc", "dcqcn");
    assertThat(Schemes.BUILT_IN.balancerSettings().stream().map(SettingsGroup::name))
        .containsExactly("reps", "plb");
  }

  /** The page between the markers is this text; a new scheme's line is copied from the failure. */
  @Test
  void docsHaveTheTableOfTheList() throws IOException {
    String page = page();
    int from = page.indexOf(BEGIN) + BEGIN.length();

    assertThat(page.substring(from, page.indexOf(END, from))).isEqualTo(tables());
  }

  private static String tables() {
    return Stream.of(
            header("--scheme"),
            Schemes.BUILT_IN.congestionControls().stream()
                .map(control -> row(control.name(), sections(control), control.summary())),
            Stream.of(""),
            header("--lb"),
            Schemes.BUILT_IN.loadBalancers().stream()
                .map(balancer ->
                    row(balancer.name(), sections(balancer.settings()), balancer.summary())))
        .flatMap(lines -> lines)
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private static Stream<String> header(String option) {
    return Stream.of("| `" + option + "` | settings | after |", "|---|---|---|");
  }

  private static Stream<String> sections(CongestionControl control) {
    Stream<String> own = sections(control.settings());
    return control.lossless() ? Stream.concat(own, Stream.of("`pfc.*`")) : own;
  }

  private static Stream<String> sections(List<SettingsGroup<?>> groups) {
    return groups.stream().map(group -> "`" + group.name() + ".*`");
  }

  private static String row(String name, Stream<String> sections, String summary) {
    String settings = sections.map(text -> " " + text).collect(Collectors.joining(","));
    return "| `" + name + "` |" + settings + " | " + summary + " |";
  }

  /** The page that has the markers, in any folder of the docs. */
  private static String page() throws IOException {
    try (Stream<Path> files = Files.walk(docs())) {
      for (Path file : files.filter(path -> path.toString().endsWith(".md")).toList()) {
        String text = Files.readString(file);
        if (text.contains(BEGIN)) {
          return text;
        }
      }
    }
    throw new AssertionError("no page of docs/ has the line " + BEGIN.strip());
  }

  private static Path docs() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("docs"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no folder above has docs/");
    }
    return folder.resolve("docs");
  }
}
