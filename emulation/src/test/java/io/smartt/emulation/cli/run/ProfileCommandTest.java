package io.smartt.emulation.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link ProfileCommand}. */
class ProfileCommandTest {
  @TempDir private Path folder = Path.of("");
  private String output = "";

  private int smartt(String... args) {
    StringWriter text = new StringWriter();
    PrintWriter writer = new PrintWriter(text);
    int status = Smartt.execute(writer, writer, args);
    writer.flush();
    output = text.toString();
    return status;
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void validateGoesOnAfterAWrongFile() throws IOException {
    String empty = file("empty.yaml", "");
    String anchors = file("anchors.yaml", "docker:\n  image: &img x\nseed: *img\n");

    assertThat(smartt("profile", "validate", empty, "virtual", anchors, folder + "/")).isEqualTo(2);
    assertThat(output)
        .contains("virtual: valid")
        .contains("empty.yaml: is empty")
        .contains("anchors.yaml:3:", "anchors and aliases are not read (*img)")
        .contains("is a folder, not a file");
  }

  @Test
  void listsWhatThereIs() {
    assertThat(smartt("profile", "list")).isZero();
    assertThat(output).contains("trident4-leaf-spine  physical", "virtual");
  }

  @Test
  void showsInheritedAndOverriddenValues() throws IOException {
    String mine =
        file(
            "mine.yaml",
            "extends: trident4-leaf-spine\nswitches:\n  trident1:\n    address: 10.9.8.7:8080\n");
    assertThat(smartt("profile", "show", mine, "--set", "queue.size=2bdp")).isZero();
    assertThat(output)
        .contains("switches.trident1.address")
        .contains("10.9.8.7:8080")
        .contains("switches.trident2.address")
        .containsPattern("queue.size +2bdp");
  }

  @Test
  void showsWhatSettingsImply() {
    assertThat(smartt("profile", "show", "virtual", "--set", "constants=ue")).isZero();
    assertThat(output)
        .containsPattern("entropies +256")
        .containsPattern("transport.ack-every-bytes +16384")
        .containsPattern("queue.last-hop-trims +true");
  }

  @Test
  void checksProfilesAndNamesTheirMistakes() throws IOException {
    assertThat(smartt("profile", "validate", "virtual", "trident4-leaf-spine")).isZero();
    assertThat(output).contains("trident4-leaf-spine: valid; fabric physical, testbed (16 hosts");

    String wrong =
        file(
            "wrong.yaml",
            "extends: trident4-leaf-spine\nswitches:\n  trident1:\n    adress: 10.9.8.7:8080\n");
    assertThat(smartt("profile", "validate", wrong)).isEqualTo(2);
    assertThat(output)
        .contains("wrong.yaml:4:", "unknown key 'switches.trident1.adress'", "did you mean");

    assertThat(
            smartt(
                "profile",
                "validate",
                file("bad.yaml", "tls:\n  ca: a\nhosts:\n  h1:\n    agent: nowhere\n")))
        .isEqualTo(2);
    assertThat(output).contains("'nowhere' is not an address: write host:port");
  }

  @Test
  void pathsInAFileAreRelativeToIt() throws IOException {
    String mine = file("mine.yaml", "extends: virtual\ntls:\n  ca: certs/ca.pem\n");
    assertThat(smartt("profile", "show", mine)).isZero();
    assertThat(output).contains(folder.resolve("certs/ca.pem").toString());
  }
}
