package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code smartt diff} of runs and of sweeps, and the page that a sweep leaves. */
@Timeout(120)
class DiffTest {
  @TempDir private Path folder;

  private Path run(String name, String... more) {
    String[] arguments = new String[more.length + 4];
    arguments[0] = "--topology";
    arguments[1] = "single,4";
    arguments[2] = "--workload";
    arguments[3] = "incast:3x64KiB";
    System.arraycopy(more, 0, arguments, 4, more.length);
    SmarttRun run = SmarttRun.of(folder.resolve(name), arguments);
    assertThat(run.status()).as(run.err()).isZero();
    return run.folder();
  }

  @Test
  void runsThatAreTheSameAndRunsThatAreNot() throws IOException {
    Path a = run("a");
    Path again = run("again");
    Path swift = run("swift", "--scheme", "swift", "--set", "queue.size=8packets");

    SmarttRun same = SmarttRun.command("diff", a.toString(), again.toString());
    assertThat(same.status()).isZero();
    assertThat(same.out())
        .isEqualTo(
            "a and again are identical: their CSVs have the same bytes\nno setting differs\n");

    Path page = folder.resolve("diff.html");
    SmarttRun differ =
        SmarttRun.command(
            "diff",
            a.toString(),
            again.toString(),
            swift.toString(),
            "--json",
            "--out",
            page.toString());
    assertThat(differ.status()).isEqualTo(1);
    JsonNode json = new ObjectMapper().readTree(differ.out());
    assertThat(json.get("identicalToFirst").toString()).isEqualTo("[true,true,false]");
    assertThat(json.get("settings").toString())
        .isEqualTo(
            "{\"queue.size\":[\"1bdp\",\"1bdp\",\"8packets\"],"
                + "\"scheme\":[\"smartt\",\"smartt\",\"swift\"]}");
    JsonNode trims = json.get("measures").get("trims");
    assertThat(trims.get(0)).isEqualTo(trims.get(1));
    assertThat(trims.get(2).asLong())
        .isEqualTo(
            new ObjectMapper()
                .readTree(swift.resolve("summary.json").toFile())
                .get("trims")
                .asLong());
    assertThat(Files.readString(page))
        .contains("<td><code>scheme</code><td>smartt<td>smartt<td>swift")
        .contains("\"title\":\"Deepest queue\"")
        .doesNotContain("@@");

    SmarttRun none = SmarttRun.command("diff", a.toString(), folder.toString());
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains(folder + " is no folder of a run");
  }

  @Test
  void sweepsByWhatTheyShare() throws IOException {
    Path one = sweep("one", "scheme=smartt,swift", "seed=1..2");
    Path two = sweep("two", "scheme=swift,dctcp", "trimming=p4,off");

    assertThat(Files.readString(one.resolve("sweep.html")))
        .contains("\"groups\":[\"smartt\",\"swift\"]")
        .doesNotContain("@@");
    SmarttRun differ = SmarttRun.command("diff", one.toString(), two.toString());
    assertThat(differ.status()).as(differ.err()).isEqualTo(1);
    assertThat(differ.out()).startsWith("scheme=swift\n").doesNotContain("dctcp");
    SmarttRun mixed = SmarttRun.command("diff", one.toString(), folder.toString());
    assertThat(mixed.err()).contains("is no folder of a sweep, as others are");
    SmarttRun same = SmarttRun.command("diff", one.toString(), one.toString());
    assertThat(same.status()).isZero();
    assertThat(same.out()).contains("nothing differs");
  }

  private Path sweep(String name, String vary, String more) {
    Path out = folder.resolve(name);
    SmarttRun sweep =
        SmarttRun.command(
            "sweep",
            "--set",
            "topology=single,4",
            "--set",
            "workload=incast:3x64KiB",
            "--vary",
            vary,
            "--vary",
            more,
            "--out",
            out.toString());
    assertThat(sweep.status()).as(sweep.err()).isZero();
    return out;
  }
}
