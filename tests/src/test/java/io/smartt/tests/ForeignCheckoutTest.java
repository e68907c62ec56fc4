package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Machine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher {@code smartt} in a checkout of somebody else. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ForeignCheckoutTest {
  private static final String NOBODY = "65534";

  @TempDir private Path folder;

  @AfterEach
  void beWritableAgain() throws IOException {
    allow(folder.resolve("emulation/target"), "rwxr-xr-x");
  }

  private static void allow(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void aCheckoutOfSomebodyElseThatNeedsABuildIsOneLineThatSaysWhatToDo()
      throws IOException, InterruptedException {
    Files.copy(Path.of("..", "smartt").toAbsolutePath().normalize(), folder.resolve("smartt"));
    Files.writeString(folder.resolve("pom.xml"), "<project/>");
    Path target = Files.createDirectories(folder.resolve("emulation/target"));
    allow(folder, "rwxr-xr-x");
    allow(target, "r-xr-xr-x");

    Process process =
        new ProcessBuilder(asNobody("sh", folder.resolve("smartt").toString(), "--version"))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isEqualTo(2);
    assertThat(said.lines()).hasSize(1);
    assertThat(said)
        .startsWith("smartt: " + folder + " needs a build, and " + target)
        .contains("is not yours to write");
  }

  /** Root may write everywhere. */
  private static List<String> asNobody(String... command) {
    List<String> all = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      Machine.require("setpriv", "setpriv");
      all.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--clear-groups"));
    }
    all.addAll(List.of(command));
    return all;
  }
}
