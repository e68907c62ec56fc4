package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Results that were bundled come out again, and a byte that does not is named. */
@Timeout(120)
class BundleTest {
  @TempDir private Path temp;

  private Path at(String name) {
    return temp.resolve(name);
  }

  private SmarttRun bundle(String folder, String out, String... more) {
    return SmarttRun.command(
        Stream.concat(
                Stream.of("bundle", at(folder).toString(), "--out", at(out).toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private SmarttRun verify(String bundle) {
    return SmarttRun.command("bundle", "verify", at(bundle).toString());
  }

  private void run(String... more) {
    SmarttRun run =
        SmarttRun.of(
            at("mine"),
            Stream.concat(
                    Stream.of("--topology", "leafspine,2,2,2", "--workload", "incast:3x64KiB"),
                    Stream.of(more))
                .toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
  }

  private Path unpack(String archive) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(Files.newInputStream(at(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path file = at(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(tar, file);
      }
    }
    return at("mine-bundle");
  }

  @Test
  void aRunWithAnOwnSchemeIsBundledToTheSameBytesAndComesOutAgain() throws IOException {
    SmarttRun made =
        SmarttRun.command("scheme", "new", "mine", "--out", at("Mine.java").toString());
    assertThat(made.status()).as(made.err()).isZero();
    run("--scheme", at("Mine.java").toString());
    assertThat(bundle("mine", "a.tar").status()).isZero();
    assertThat(bundle("mine", "b.tar").status()).isZero();

    assertThat(at("a.tar")).hasSameBinaryContentAs(at("b.tar"));
    Path folder = unpack("a.tar");
    assertThat(folder.resolve("inputs/files/Mine.java")).hasSameTextualContentAs(at("Mine.java"));
    Files.delete(at("Mine.java"));
    SmarttRun same = verify("a.tar");
    assertThat(same.out()).as(same.err()).contains("same: 8 files of results, 1 runs");
    assertThat(same.status()).isZero();
  }

  @Test
  void aSearchIsRefusedAsOne() throws IOException {
    Files.createDirectory(at("mine"));
    Files.writeString(
        at("mine").resolve("sweep.yaml"),
        "search: {minimise: fctUs.p99}\nvary: {queue.kmin: [10, 20]}\n");

    SmarttRun refused = bundle("mine", "a.tar");
    assertThat(refused.err())
        .contains(
            "mine is the folder of a search, which no bundle repeats: bundle one of its runs");
    assertThat(refused.status()).isEqualTo(2);
  }

  @Test
  void aSweepComesOutAgainAndAChangedByteIsNamed() throws IOException {
    String[] sweep = {
      "sweep",
      "--set",
      "topology=leafspine,2,2,2",
      "--set",
      "workload=incast:3x64KiB",
      "--vary",
      "seed=1..2",
      "--out",
      at("mine").toString()
    };
    assertThat(SmarttRun.command(sweep).status()).isZero();
    assertThat(bundle("mine", "a.tar").status()).isZero();
    Path folder = unpack("a.tar");
    Path table = folder.resolve("expected/sweep.csv");
    String text = Files.readString(table);
    Files.writeString(table, text.replace("\n2,completed", "\n2,complexed"));

    SmarttRun changed = verify("mine-bundle");
    assertThat(changed.status()).as(changed.err()).isOne();
    assertThat(changed.out())
        .contains("expected/sweep.csv: is not what was packed")
        .contains(
            "\nsweep.csv: line 3, byte "
                + (text.indexOf("\n2,completed") + 9)
                + ": expected '2,complexed")
        .contains("got '2,completed")
        .doesNotContain("flows.csv");

    Files.writeString(table, text);
    try (Stream<Path> runs = Files.list(folder.resolve("inputs/runs"))) {
      Path experiment = runs.sorted().findFirst().orElseThrow().resolve("experiment.yaml");
      Files.writeString(experiment, Files.readString(experiment).replace("seed: 1", "seed: 7"));
    }
    SmarttRun inputs = verify("mine-bundle");
    assertThat(inputs.status()).isEqualTo(2);
    assertThat(inputs.err()).contains("experiment.yaml: is not what was packed");
  }

  @Test
  void aResultThatIsNotPackedWholeIsComparedByItsBlocks() throws IOException {
    run();
    assertThat(bundle("mine", "a.tar").status()).isZero();
    Path folder = unpack("a.tar");
    Path manifest = folder.resolve("bundle.json");
    ObjectMapper json = new ObjectMapper();
    JsonNode bundle = json.readTree(manifest.toFile());
    for (JsonNode result : bundle.get("results")) {
      if (result.get("path").asText().endsWith("/samples.csv")) {
        ObjectNode file = (ObjectNode) result;
        file.put("whole", false).put("sha256", "00").putArray("blocks").add("00");
      }
    }
    json.writeValue(manifest.toFile(), bundle);

    SmarttRun changed = verify("mine-bundle");
    assertThat(changed.status()).isOne();
    assertThat(changed.out()).contains("runs/mine/samples.csv: bytes 0 to 65535, expected");
  }

  @Test
  void whatCannotComeOutAgainIsRefused() throws IOException {
    run();
    Path summary = at("mine/summary.json");
    String text = Files.readString(summary);
    Files.writeString(summary, text.replace("\"completed\"", "\"interrupted\""));
    SmarttRun interrupted = bundle("mine", "a.tar");
    assertThat(interrupted.status()).isEqualTo(2);
    assertThat(interrupted.err()).contains("its status is 'interrupted'");

    Files.writeString(summary, text);
    Path experiment = at("mine/experiment.yaml");
    Files.writeString(
        experiment, Files.readString(experiment).replace("fabric: virtual", "fabric: netns"));
    SmarttRun realTime = bundle("mine", "a.tar");
    assertThat(realTime.status()).isEqualTo(2);
    assertThat(realTime.err()).contains("of the netns fabric").contains("--tolerance 20");
    assertThat(at("a.tar")).doesNotExist();
    assertThat(bundle("mine", "a.tar", "--tolerance", "20").status()).isZero();

    SmarttRun none = bundle("", "a.tar");
    assertThat(none.err()).contains("is no folder of a run (it has no experiment.yaml)");
  }

  @Test
  void aFileThatIsNoArchiveIsRefusedAsSuch() throws IOException {
    Files.writeString(at("text.tar"), "no archive, but longer than a header of one ".repeat(20));

    SmarttRun run = verify("text.tar");
    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains("text.tar: is no bundle, or damaged: ");
  }

  @Test
  void anArchiveLeadsNowhereElse() throws IOException {
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(Files.newOutputStream(at("bad.tar")))) {
      tar.putArchiveEntry(new TarArchiveEntry("x/../../../outside"));
      tar.closeArchiveEntry();
    }
    SmarttRun refused = verify("bad.tar");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("'x/../../../outside' is not a plain file");
  }

  @Test
  void whatRunsIsWhatPeopleRead() throws IOException {
    assertThat(
            SmarttRun.command("scheme", "new", "mine", "--out", at("Mine.java").toString())
                .status())
        .isZero();
    run("--scheme", at("Mine.java").toString());
    assertThat(bundle("mine", "a.tar").status()).isZero();
    Path folder = unpack("a.tar");
    Path experiment = folder.resolve("inputs/runs/mine/experiment.yaml");
    String text = Files.readString(experiment);
    Files.writeString(experiment, text.replaceFirst("public final class", "public  final class"));
    String sum = HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(experiment)));
    Path manifest = folder.resolve("bundle.json");
    String known = Files.readString(manifest);
    String before =
        HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    assertThat(known).contains(before);
    Files.writeString(manifest, known.replace(before, sum));

    SmarttRun refused = verify("mine-bundle");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .contains("inputs/files/Mine.java is not what an experiment of inputs/runs has");

    Files.writeString(experiment, text);
    Files.writeString(manifest, known);
    Files.writeString(folder.resolve("inputs/files/Other.java"), "harmless");
    assertThat(verify("mine-bundle").err()).contains("inputs/files/Other.java is not what");
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aBundleWithoutRunsIsRefusedAndSoIsOneThatLacksAPart() throws IOException {
    run();
    assertThat(bundle("mine", "a.tar").status()).isZero();
    Path manifest = unpack("a.tar").resolve("bundle.json");
    ObjectMapper json = new ObjectMapper();
    ObjectNode bundle = (ObjectNode) json.readTree(manifest.toFile());
    for (String part : new String[] {"runs", "results"}) {
      ObjectNode less = bundle.deepCopy();
      less.putArray(part);
      json.writeValue(manifest.toFile(), less);
      SmarttRun refused = verify("mine-bundle");
      assertThat(refused.status()).isEqualTo(2);
      assertThat(refused.err()).contains("nothing to verify");

      Files.write(at("less.tar"), archived(json.writeValueAsBytes(less)));
      assertThat(verify("less.tar").err())
          .contains("less.tar/mine-bundle/bundle.json: has no runs or no results")
          .doesNotContain("smartt-verify");

      less.putNull(part);
      json.writeValue(manifest.toFile(), less);
      assertThat(verify("mine-bundle").err()).contains(part + " is missing");
    }
    bundle.withArray("runs").forEach(run -> ((ObjectNode) run).putNull("point"));
    json.writeValue(manifest.toFile(), bundle);
    assertThat(verify("mine-bundle").err()).contains("runs.0.point is missing");
    bundle.withArray("runs").addNull();
    bundle.withArray("runs").remove(0);
    json.writeValue(manifest.toFile(), bundle);
    assertThat(verify("mine-bundle").err()).contains("bundle.json: runs.0 is missing");
    Files.write(at("empty.tar.gz"), new byte[0]);
    assertThat(verify("empty.tar.gz").err()).contains("it ends too early");
  }

  @Test
  void anArchiveOfMoreBytesThanItsManifestExplainsIsRefusedUnread() throws IOException {
    // A header alone: 3 GiB that are said to follow.
    Files.write(at("bomb.tar"), header("zeros", 3L << 30));

    SmarttRun refused = verify("bomb.tar");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .contains("with 'mine-bundle/zeros' it has more bytes than a bundle.json before that");

    // A manifest of a stranger explains no more than a disk has.
    run();
    assertThat(bundle("mine", "a.tar").status()).isZero();
    ObjectMapper json = new ObjectMapper();
    ObjectNode bundle = (ObjectNode) json.readTree(unpack("a.tar").resolve("bundle.json").toFile());
    bundle.withArray("results").forEach(file -> ((ObjectNode) file).put("bytes", 1L << 50));
    try (OutputStream tar = Files.newOutputStream(at("unknown.tar"))) {
      tar.write(archived(json.writeValueAsBytes(bundle)));
      tar.write(header("zeros", 0));
    }
    assertThat(verify("unknown.tar").err())
        .contains("its bundle.json does not know 'mine-bundle/zeros'");
    bundle.withObject("contents").put("zeros", "");
    try (OutputStream tar = Files.newOutputStream(at("named.tar"))) {
      tar.write(archived(json.writeValueAsBytes(bundle)));
      tar.write(header("zeros", 7L << 30));
    }
    assertThat(verify("named.tar").err()).contains("with 'mine-bundle/zeros' it has more bytes");
  }

  /** Returns an archive that goes on after its manifest. */
  private static byte[] archived(byte[] manifest) {
    byte[] archive = Arrays.copyOf(header("bundle.json", manifest.length), 512 + padded(manifest));
    System.arraycopy(manifest, 0, archive, 512, manifest.length);
    return archive;
  }

  private static int padded(byte[] content) {
    return (content.length + 511) & -512;
  }

  private static byte[] header(String name, long size) {
    byte[] header = new byte[512];
    TarArchiveEntry entry = new TarArchiveEntry("mine-bundle/" + name);
    entry.setSize(size);
    entry.writeEntryHeader(header);
    return header;
  }
}
