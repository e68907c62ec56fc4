package io.smartt.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.Sha256;
import io.smartt.realtime.image.ImageArchive;
import io.smartt.release.Layout.Entry;
import io.smartt.release.Release.Machine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** The Java that runs this: its loader and the C library, and nothing of windows or sound. */
  @Test
  void anImageHasTheLibrariesThatItsProgramsAskFor() throws IOException {
    Path bin = Files.createDirectories(temp.resolve("run/bin"));
    Path java = Path.of(System.getProperty("java.home"));
    Files.copy(java.resolve("bin/java"), bin.resolve("java"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.copy(java.resolve("lib/libjli.so"), temp.resolve("run/libjli.so"));
    Files.writeString(temp.resolve("run/other.so"), "no library");
    Machine here = Machine.here();

    var found = new NativeLibraries(here).neededBy(temp.resolve("run"));

    assertThat(found)
        .containsKeys("lib64/ld-linux-x86-64.so.2", "lib/x86_64-linux-gnu/libc.so.6")
        .doesNotContainKeys("lib/x86_64-linux-gnu/libjli.so", "lib/x86_64-linux-gnu/libX11.so.6");
    assertThatThrownBy(() ->
            new NativeLibraries(new Machine("amd64", here.triplet(), temp, Optional.empty()))
                .neededBy(temp.resolve("run")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("which is in no folder of libraries of " + temp);
  }

  @Test
  void aLibraryIsThatOfTheDebianPackageThatHasIt() throws IOException {
    Path dpkg = Files.createDirectories(temp.resolve("var/lib/dpkg/info"));
    Files.writeString(
        dpkg.resolveSibling("status"), "Package: libc6\nStatus: installed\nVersion: 2.41-1\n\n");
    Files.writeString(dpkg.resolve("libc6:arm64.list"), "/.\n/lib/aarch64-linux-gnu/libc.so.6\n");
    Path library = temp.resolve("usr/lib/aarch64-linux-gnu/libc.so.6");
    DebianPackages packages = new DebianPackages(temp);

    assertThatThrownBy(() -> packages.owner(library)).hasMessageContaining("licences");

    Path doc = Files.createDirectories(temp.resolve("usr/share/doc/libc6"));
    Path copyright = Files.writeString(doc.resolve("copyright"), "LGPL");
    assertThat(packages.owner(library))
        .isEqualTo(new DebianPackages.Installed("libc6", "2.41-1", copyright));
    assertThatThrownBy(() -> packages.owner(temp.resolve("lib/libother.so")))
        .hasMessageEndingWith("libother.so");
  }

  @Test
  void anImageForArm64NeedsTheModulesOfSuchAJdk() throws IOException {
    assertThatThrownBy(() -> Machine.arm64(temp))
        .hasMessage("-Drelease.arm64=" + temp + ": has no usr/lib/jvm/*/jmods");
    Path modules = Files.createDirectories(temp.resolve("usr/lib/jvm/java-25/jmods"));
    Files.writeString(modules.resolve("java.base.jmod"), "");
    assertThat(Machine.arm64(temp).modules()).contains(modules);
  }

  /** Docker reads manifest.json, others the index: over the same blobs, named by their digests. */
  @Test
  void anImageIsWhatRegistriesAndDockerRead() throws IOException {
    layout(TIME);
    Files.delete(temp.resolve("in/deep/link"));
    Path archive = temp.resolve("image.tar");
    ImageArchive.write(temp.resolve("in"), "smartt:1", "arm64", Map.of("User", "1000"), archive);

    Map<String, byte[]> files = new LinkedHashMap<>();
    try (var tar = new org.apache.commons.compress.archivers.tar.TarFile(archive.toFile())) {
      for (TarArchiveEntry entry : tar.getEntries()) {
        files.put(entry.getName(), tar.getInputStream(entry).readAllBytes());
      }
    }
    files.forEach((name, content) -> {
      if (name.startsWith("blobs/")) {
        assertThat(name).endsWith(Sha256.of(content));
      }
    });
    ObjectMapper json = new ObjectMapper();
    JsonNode listed = json.readTree(files.get("index.json")).path("manifests").path(0);
    assertThat(listed.at("/platform/architecture").asText()).isEqualTo("arm64");
    JsonNode manifest = json.readTree(files.get(blob(listed)));
    JsonNode docker = json.readTree(files.get("manifest.json")).path(0);
    assertThat(docker.path("Config").asText()).isEqualTo(blob(manifest.path("config")));
    assertThat(docker.at("/Layers/0").asText()).isEqualTo(blob(manifest.at("/layers/0")));
    assertThat(docker.at("/RepoTags/0").asText()).isEqualTo("smartt:1");
    assertThat(files.get(blob(manifest.at("/layers/0"))))
        .hasSize(manifest.at("/layers/0/size").asInt());
    JsonNode config = json.readTree(files.get(blob(manifest.path("config"))));
    assertThat(config.at("/rootfs/diff_ids/0")).isEqualTo(manifest.at("/layers/0/digest"));
    assertThat(config.at("/config/User").asText()).isEqualTo("1000");
    assertThat(config.at("/config/Env/0").asText()).isEqualTo("LC_CTYPE=C.UTF-8");
  }

  private static String blob(JsonNode descriptor) {
    return "blobs/" + descriptor.path("digest").asText().replace(':', '/');
  }

  @Test
  void anSbomHasWhatNoPomNames() throws IOException {
    Path file = temp.resolve("bom.json");
    Files.writeString(file, "{\"serialNumber\": \"urn:uuid:1\", \"components\": []}");
    Files.writeString(temp.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");

    Sbom.read(file).with(Sbom.runTime(temp)).write(file);

    JsonNode component = new ObjectMapper().readTree(file.toFile()).at("/components/0");
    assertThat(component.path("purl").asText()).isEqualTo("pkg:generic/openjdk@25.0.3");
    assertThat(component.at("/licenses/0/expression").asText()).contains("Classpath-exception");
  }
}
