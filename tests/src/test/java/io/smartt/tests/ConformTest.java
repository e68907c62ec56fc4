package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.study.conform.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code smartt conform} on the virtual fabric, and its page. */
@Timeout(120)
class ConformTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"p4", "asic"})
  void theVirtualFabricDoesWhatThePageSays(String trimming) {
    Path out = folder.resolve("c");
    SmarttRun run =
        SmarttRun.command("conform", "--set", "trimming=" + trimming, "--out", out.toString());
    Conformances.assertAsSaid("virtual, " + trimming, out, run.status(), run.out() + run.err());
  }

  @Test
  void thePageHasEachRuleWithItsSources() {
    Catalogue catalogue = Catalogue.packed();
    assertThat(Conformances.table("| case | what").stream().skip(1))
        .containsExactlyElementsOf(
            catalogue.rules().stream()
                .map(rule -> List.of("`" + rule.name() + "`", rule.says(), catalogue.cited(rule)))
                .toList());
    List<String> documents =
        Conformances.table("| source |").stream().skip(1).map(List::getFirst).toList();
    assertThat(documents)
        .containsExactlyElementsOf(
            catalogue.documents().values().stream()
                .map(document -> "[" + document.title() + "](" + document.url() + ")")
                .toList());
  }

  @Test
  void aCaptureWithoutPayloadDoesNotShowWhatATrimThatKeepsMoreLeaves() {
    SmarttRun run =
        SmarttRun.command(
            "conform",
            "trim-size",
            "--out",
            folder.resolve("c").toString(),
            "--set",
            "trimming=asic",
            "--set",
            "packet.trim=256");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("not offered", "the capture has headers only");
  }

  @Test
  void aTargetWithoutTrimmingFailsAndATrimThatNobodySeesIsSaid() {
    SmarttRun run =
        SmarttRun.command(
            "conform",
            "trim-size",
            "--out",
            folder.resolve("c").toString(),
            "--set",
            "trimming=off");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).containsPattern("trim-size +failed +64 B: 0 of 0");
  }

  @Test
  void wrongRequestsAreNamedAndLeaveNothing() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertRefused("profile 'nowhere'", "--profile", "nowhere");
    assertRefused("trim-siz: no such", "trim-siz");
    assertRefused("no.such.key", "--set", "no.such.key=1");
    assertRefused("nothing can be written", "--out", file.resolve("c").toString());
    assertRefused("scheme rocev2", "--set", "scheme=rocev2");
    assertRefused("pfc.use=off", "--set", "pfc.use=on");
    assertRefused("incast:99x1MiB", "--set", "workload=incast:99x1MiB");
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }

  private void assertRefused(String message, String... arguments) {
    List<String> all = new ArrayList<>(List.of("conform"));
    all.addAll(List.of(arguments));
    if (!all.contains("--out")) {
      all.addAll(List.of("--out", folder.resolve("c").toString()));
    }
    SmarttRun run = SmarttRun.command(all.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }

  @Test
  void aSecondCallNeedsForce() {
    String out = folder.resolve("c").toString();
    assertThat(SmarttRun.command("conform", "ttl", "--out", out).status()).isZero();
    SmarttRun again = SmarttRun.command("conform", "ttl", "--out", out);
    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err()).contains("is of an earlier call; --out names another folder");
    assertThat(SmarttRun.command("conform", "ttl", "--out", out, "--force").status()).isZero();
  }
}
