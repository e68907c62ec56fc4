package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When the launcher builds: in a checkout of a few files, whose Maven only notes that it ran. */
@Timeout(60)
class LauncherTest {
  private static final Path LAUNCHER = Path.of("../smartt");
  private static final String SOURCE = "p4/src/main/A.java";
  private static final String JAR = "emulation/target/lib/smartt-p4-0.jar";

  @TempDir private Path folder;
  private Path checkout;

  @BeforeEach
  void makeCheckout() throws IOException {
    checkout = folder.resolve("checkout");
    for (String file :
        List.of(
            "pom.xml",
            "p4/pom.xml",
            SOURCE,
            "emulation/switch/pom.xml",
            "emulation/switch/src/main/B.java",
            "testbed-profiles/c.yaml")) {
      write(checkout.resolve(file), file);
    }
    write(
        checkout.resolve("mvnw"),
        """
        #!/bin/sh
        echo built >> builds
        mkdir -p emulation/target/lib
        echo jar > emulation/target/smartt-emulation-0.jar
        echo jar > %s
        """
            .formatted(JAR));
    Files.copy(LAUNCHER, checkout.resolve("smartt"));
    for (String program : List.of("mvnw", "smartt")) {
      assertThat(checkout.resolve(program).toFile().setExecutable(true)).isTrue();
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** How many builds there were after one more start of it. */
  private static int builds(Path root) throws IOException, InterruptedException {
    ProcessBuilder start = new ProcessBuilder(root.resolve("smartt").toString(), "--version");
    start.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = start.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("the jars of this checkout are none: %s", said).isEqualTo(1);
    return Files.readAllLines(root.resolve("builds")).size();
  }

  private static void setTimes(Path root, Instant time) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList()) {
        Files.setLastModifiedTime(file, FileTime.from(time));
      }
    }
  }

  private static void later(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(3600)));
  }

  @Test
  void whatHasNotChangedIsBuiltOnce() throws Exception {
    assertThat(builds(checkout)).isEqualTo(1);
    assertThat(builds(checkout)).isEqualTo(1);

    Files.writeString(checkout.resolve(SOURCE), "changed");
    later(checkout.resolve(SOURCE));
    assertThat(builds(checkout)).isEqualTo(2);
  }

  @Test
  void aCopyOfWhatIsBuiltIsNotBuiltAgainWhateverItsTimes() throws Exception {
    assertThat(builds(checkout)).isEqualTo(1);
    Path copy = folder.resolve("copy");
    try (Stream<Path> files = Files.walk(checkout)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(checkout.relativize(file)));
      }
    }
    setTimes(copy, Instant.now());
    setTimes(copy.resolve("emulation/target"), Instant.ofEpochSecond(1_000_000_000));

    assertThat(builds(copy)).isEqualTo(1);
  }

  @Test
  void jarsOfOtherSourcesAreBuiltAgain() throws Exception {
    assertThat(builds(checkout)).isEqualTo(1);
    Files.writeString(checkout.resolve(JAR), "of a change that was taken back");
    later(checkout.resolve(SOURCE));

    assertThat(builds(checkout)).isEqualTo(2);
  }

  @Test
  void aBuildTellsItsPartsAndTheEndOfItsLogWhereItFails() throws Exception {
    write(
        checkout.resolve("mvnw"),
        """
        #!/bin/sh
        echo "[INFO] Building smartt-p4 0.1.0-SNAPSHOT                      [2/18]"
        echo "[ERROR] no space left"
        exit 3
        """);
    ProcessBuilder start = new ProcessBuilder(checkout.resolve("smartt").toString(), "run");
    start.environment().put("JAVA_HOME", System.getProperty("java.home"));

    for (int turn = 0; turn < 2; turn++) {
      Process process = start.redirectErrorStream(true).start();

      assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith(
              "smartt: building (once; later starts skip this)\nsmartt: building, part 2 of 18\n")
          .contains("the build failed; the end of ")
          .endsWith("[ERROR] no space left\n");
      assertThat(process.waitFor()).isEqualTo(1);
    }
  }

  /** A Java that prints what it is given, on one line. */
  private Path speakingJava() throws IOException {
    Path home = folder.resolve("java");
    write(home.resolve("release"), "JAVA_VERSION=\"25\"\n");
    for (String program : List.of("java", "javac")) {
      Path file = home.resolve("bin").resolve(program);
      write(file, "#!/bin/sh\necho \"$*\"\n");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    return home;
  }

  @Test
  void jarsThatAReleaseLeavesBesideTheProgramsAreNotOnTheClassPath() throws Exception {
    for (String kind : List.of("javadoc", "sources")) {
      write(checkout.resolve("emulation/target/smartt-emulation-0-" + kind + ".jar"), kind);
    }
    ProcessBuilder start = new ProcessBuilder(checkout.resolve("smartt").toString(), "--version");
    start.environment().put("JAVA_HOME", speakingJava().toString());

    Process process = start.redirectErrorStream(true).start();

    Path target = checkout.toRealPath().resolve("emulation/target");
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains(
            " -cp %s:%s:"
                .formatted(
                    target.resolve("smartt-emulation-0.jar"),
                    target.resolve("lib/smartt-p4-0.jar")))
        .doesNotContain("javadoc", "sources");
    assertThat(process.waitFor()).isZero();
  }
}
