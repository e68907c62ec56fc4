package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.emulation.cli.Smartt;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One {@code smartt run} in this JVM, as a user would type it, with what it printed and left. */
record SmarttRun(int status, String out, String err, Path folder) {

  /** Any other command, which leaves no folder. */
  static SmarttRun command(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Smartt.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new SmarttRun(status, out.toString(), err.toString(), Path.of(""));
  }

  /** Runs with {@code --out folder} behind the arguments. */
  static SmarttRun of(Path folder, String... arguments) {
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--out", folder.toString()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Smartt.execute(
            new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(String[]::new));
    return new SmarttRun(status, out.toString(), err.toString(), folder);
  }

  /** {@code summary.json} of the run folder. */
  JsonNode summary() {
    try {
      return new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file of the run folder. */
  String file(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A column of a table of the run folder. */
  List<String> column(String table, String name) {
    List<String> lines = file(table).lines().toList();
    int index = List.of(lines.getFirst().split(",", -1)).indexOf(name);
    assertThat(index).as("column " + name + " of " + lines.getFirst()).isNotNegative();
    return lines.stream().skip(1).map(line -> line.split(",", -1)[index]).toList();
  }

  long number(String key) {
    return summary().get(key).longValue();
  }

  double slowdown(String key) {
    return summary().get("slowdown").get(key).doubleValue();
  }

  double fctUs(String key) {
    return summary().get("fctUs").get(key).doubleValue();
  }

  double lastFinishUs() {
    return summary().get("lastFinishUs").doubleValue();
  }

  double jain() {
    return summary().get("jain").doubleValue();
  }
}
