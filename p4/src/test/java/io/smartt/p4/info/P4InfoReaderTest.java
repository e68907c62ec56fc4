package io.smartt.p4.info;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.TextFormat;
import com.google.protobuf.util.JsonFormat;
import io.smartt.p4.info.P4InfoReader.InvalidP4InfoException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.p4.config.v1.P4Info;

/** Tests of {@link P4InfoReader}. */
class P4InfoReaderTest {
  private final P4Info ecn = P4InfoIndexTest.read("ecn.p4info.txtpb");

  @Test
  void readsAllThreeFormsByExtension(@TempDir Path folder) throws IOException {
    Path text = Files.writeString(folder.resolve("p.txtpb"), printText());
    Path json = Files.writeString(folder.resolve("p.json"), JsonFormat.printer().print(ecn));
    Path binary = Files.write(folder.resolve("p.bin"), ecn.toByteArray());

    assertThat(read(text)).isEqualTo(ecn);
    assertThat(read(json)).isEqualTo(ecn);
    assertThat(read(binary)).isEqualTo(ecn);
  }

  @Test
  void readsAllThreeFormsByContentWhereTheNameSaysNothing() throws IOException {
    assertThat(P4InfoReader.parse(printText().getBytes(UTF_8), "p4info")).isEqualTo(ecn);
    assertThat(P4InfoReader.parse(JsonFormat.printer().print(ecn).getBytes(UTF_8), "p4info"))
        .isEqualTo(ecn);
    assertThat(P4InfoReader.parse(ecn.toByteArray(), "p4info")).isEqualTo(ecn);
  }

  @Test
  void aMistakeInTextIsNamedWithFileAndLine() {
    byte[] text = "pkg_info {\n  arch: v1model\n}\n".getBytes(UTF_8);

    assertThatThrownBy(() -> P4InfoReader.parse(text, "bad.txtpb"))
        .isInstanceOf(InvalidP4InfoException.class)
        .hasMessageStartingWith("bad.txtpb:2: not P4Info text:");
  }

  @Test
  void whatATargetSaysOfItsExternsIsSkipped() {
    byte[] text =
        """
        pkg_info { arch: "tna" }
        externs {
          extern_type_name: "DynHash"
          instances {
            preamble { id: 1 name: "a \\" }" }
            info { [type.googleapis.com/barefoot.DynHash] { field_infos { field_name: "x" } } }
          }
        }
        tables { preamble { id: 2 name: "t" } }
        """
            .getBytes(UTF_8);

    P4Info info = P4InfoReader.parse(text, "tna.txtpb");

    assertThat(info.getTables(0).getPreamble().getName()).isEqualTo("t");
    assertThat(info.getExterns(0).getExternTypeName()).isEqualTo("DynHash");
  }

  @Test
  void rubbishIsRefusedNamingTheFile() {
    assertThatThrownBy(() -> P4InfoReader.parse(new byte[] {1, 2, 3}, "x.bin"))
        .isInstanceOf(InvalidP4InfoException.class)
        .hasMessageStartingWith("x.bin: not P4Info:");
    assertThatThrownBy(() -> P4InfoReader.parse(new byte[0], "x.txtpb"))
        .hasMessage("x.txtpb: P4Info is empty");
  }

  @Test
  void aTypeOfManyPackagesIsRefusedAndTakesNoStack() {
    String text =
        "externs { instances { info { [type.googleapis.com/" + "a.".repeat(50_000) + "b] {} } } }";

    assertThatThrownBy(() -> P4InfoReader.parse(text.getBytes(UTF_8), "x.txtpb"))
        .isInstanceOf(InvalidP4InfoException.class)
        .hasMessageStartingWith("x.txtpb:1: not P4Info text:");
  }

  private static P4Info read(Path file) throws IOException {
    return P4InfoReader.parse(Files.readAllBytes(file), file.toString());
  }

  private String printText() {
    return TextFormat.printer().printToString(ecn);
  }
}
