package io.smartt.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Forms of packages, with little in them. */
@Timeout(30)
class PackagesTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:06Z");
  private static final Path ROOT = Path.of("../..");

  @TempDir private Path temp;

  private Layout layout(Instant touched) throws IOException {
    Path folder = Files.createDirectories(temp.resolve("in/deep"));
    Path program = Files.writeString(folder.resolve("program"), "text");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("data"), "data");
    if (!Files.exists(folder.resolve("link"))) {
      Files.createSymbolicLink(folder.resolve("link"), Path.of("data"));
    }
    Files.setLastModifiedTime(program, FileTime.from(touched));
    Layout layout = new Layout();
    layout.tree("top", temp.resolve("in"));
    return layout;
  }

  @Test
  void aTarFileHasFoldersLinksAndModesAndNothingOfTheMachine() throws IOException {
    TarFile.write(layout(Instant.EPOCH), TIME, temp.resolve("a.tar"));
    TarFile.write(layout(TIME), TIME, temp.resolve("b.tar"));

    assertThat(temp.resolve("a.tar")).hasSameBinaryContentAs(temp.resolve("b.tar"));
    try (var tar =
        new org.apache.commons.compress.archivers.tar.TarFile(temp.resolve("a.tar").toFile())) {
      List<String> entries = new ArrayList<>();
      for (TarArchiveEntry entry : tar.getEntries()) {
        assertThat(entry.getLastModifiedTime()).isEqualTo(FileTime.from(TIME));
        assertThat(entry.getUserName()).isEqualTo("root");
        entries.add(
            "%s %o %s".formatted(entry.getName(), entry.getMode() & 0777, entry.getLinkName()));
      }
      assertThat(entries)
          .containsExactly(
              "top/ 755 ",
              "top/deep/ 755 ",
              "top/deep/data 644 ",
              "top/deep/link 777 data",
              "top/deep/program 755 ");
    }
  }

  @Test
  void aLayoutLeavesOutFoldersWhole() throws IOException {
    assertThat(layout(TIME).without(List.of("top/deep")).entries())
        .containsExactly(new Entry.Folder("top"));
  }

  /** As pip checks it: each file has its digest in RECORD. */
  @Test
  void theWheelSaysWhatIsInIt() throws IOException {
    Wheel wheel =
        Wheel.of(
            ROOT.resolve("emulation/src/main/python"), "0.2.0-SNAPSHOT", ROOT.resolve("LICENSE"));
    wheel.write(temp, TIME);

    Path file = temp.resolve("smartt-0.2.0.dev0-py3-none-any.whl");
    try (ZipFile zip = new ZipFile(file.toFile())) {
      String info = "smartt-0.2.0.dev0.dist-info/";
      assertThat(text(zip, info + "METADATA"))
          .contains(
              "Name: smartt\n",
              "Version: 0.2.0.dev0\n",
              "Requires-Python: >=3.9\n",
              "Provides-Extra: plots\n",
              "Requires-Dist: matplotlib; extra == 'plots'\n");
      List<String> named = new ArrayList<>();
      for (String line : text(zip, info + "RECORD").lines().toList()) {
        String[] parts = line.split(",", -1);
        named.add(parts[0]);
        if (!parts[0].equals(info + "RECORD")) {
          byte[] content = zip.getInputStream(zip.getEntry(parts[0])).readAllBytes();
          assertThat(parts[1]).isEqualTo("sha256=" + Checksums.base64(content));
          assertThat(parts[2]).isEqualTo(Integer.toString(content.length));
        }
      }
      assertThat(named)
          .contains("smartt/__init__.py", "smartt/py.typed", info + "WHEEL")
          .containsExactlyInAnyOrderElementsOf(zip.stream().map(Object::toString).toList());
    }
  }

  private static String text(ZipFile zip, String name) throws IOException {
    return new String(
        zip.getInputStream(zip.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void checksumsAreAsSha256sumReadsThem() throws IOException {
    Path folder = Files.createDirectories(temp.resolve("dist"));
    Files.writeString(folder.resolve("b"), "abc");
    Files.writeString(folder.resolve("a"), "");

    Checksums.main(new String[] {folder.toString()});

    // Of FIPS 180-2, and of nothing.
    assertThat(folder.resolve("SHA256SUMS"))
        .hasContent(
            """
            e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a
            ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b
            """);
  }
}
