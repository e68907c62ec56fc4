package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.SwitchProgram;
import io.smartt.needs.Machine;
import io.smartt.p4.info.P4InfoIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code smartt p4 new}: a program and a scheme of the user's from nothing. */
@Timeout(120)
class P4NewTest {
  @TempDir private Path folder;

  private SmarttRun start() {
    return SmarttRun.command("p4", "new", "my-signal", "--dir", folder.resolve("start").toString());
  }

  private SmarttRun run(String program, String scheme, String out) {
    SmarttRun run =
        SmarttRun.of(
            folder.resolve(out),
            "--set",
            "program=" + program,
            "--scheme",
            scheme,
            "--workload",
            "incast:8x256KiB");
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  /** What is written is the example of the page under another name. */
  @Test
  void whatIsWrittenRunsAsItIs() {
    SmarttRun made = start();
    assertThat(made.status()).as(made.err()).isZero();
    String program = folder.resolve("start/my-signal").toString();
    String scheme = folder.resolve("start/MySignalControl.java").toString();
    assertThat(made.out() + made.err())
        .contains("--set program=" + program + ".json --scheme " + scheme)
        .contains("smartt p4 compile -D QUEUE_BYTES " + program + ".p4");
    SmarttRun own = run(program + ".json", scheme, "own");
    Path example = Path.of("..", "docs", "extend", "co-design");
    SmarttRun same =
        run(
            example.resolve("depth.json").toString(),
            example.resolve("DepthControl.java").toString(),
            "example");
    assertThat(own.out()).contains("my-signal-control, reps");
    assertThat(own.file("flows.csv")).isEqualTo(same.file("flows.csv"));
  }

  @Test
  void filesThatAreThereStayAsTheyAre() throws IOException {
    assertThat(start().status()).isZero();
    Path program = folder.resolve("start/my-signal.p4");
    Files.writeString(program, "changed");
    SmarttRun again = start();
    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err()).contains(program + " is there; name another folder with --dir");
    assertThat(program).hasContent("changed");
    Files.delete(program);
    assertThat(start().err()).contains(folder.resolve("start/my-signal.json") + " is there");
    assertThat(program).doesNotExist();
    assertThat(SmarttRun.command("p4", "new", "My", "--dir", folder.toString()).err())
        .contains("'My' is no name");
  }

  @Test
  void whatIsWrittenCompiles() throws IOException {
    Machine.program("p4c", "p4c-bm2-ss");
    assertThat(start().status()).isZero();
    Path json = folder.resolve("start/my-signal.json");
    Files.delete(json);
    String source = folder.resolve("start/my-signal.p4").toString();
    SmarttRun compiled = SmarttRun.command("p4", "compile", "-D", "QUEUE_BYTES", source);
    assertThat(compiled.status()).as(compiled.err()).isZero();
    assertThat(json).isNotEmptyFile();
  }

  /** The page's list of what the controller needs is that of smartt.p4. */
  @Test
  void thePageNamesAllThatTheControllerNeeds() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "extend", "co-design.md"));
    P4InfoIndex info = SwitchProgram.load("smartt").info();
    info.tables()
        .forEach(table -> {
          assertThat(page).contains("`" + table.name() + "`");
          table.matchFields().forEach(field -> assertThat(page).contains(field.name()));
        });
    for (String action : List.of("to_port", "control_class", "data_class", "trim_above")) {
      assertThat(page).contains("`ingress." + action + "(");
    }
    info.actions()
        .named("ingress.trim_above")
        .params()
        .forEach(param -> assertThat(page).contains(param.name()));
  }
}
