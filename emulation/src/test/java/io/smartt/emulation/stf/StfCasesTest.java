package io.smartt.emulation.stf;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.stf.StfRunner.StfCheck;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of the p4c project's suite that is in the test resources passes. */
class StfCasesTest {
  @ParameterizedTest
  @MethodSource("cases")
  void casePasses(String name) throws Exception {
    byte[] json = Files.readAllBytes(folder().resolve(name + ".json"));
    String script = Files.readString(folder().resolve(name + ".stf"));

    List<StfCheck> checks =
        new StfRunner(
                Bmv2Reader.read(json),
                new PipelineDevice(Bmv2Program.load(json).instantiate(new Random(1))))
            .run(StfParser.parse(script));

    assertThat(checks).allMatch(StfCheck::passed);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void casePassesWhileItIsObserved(String name) throws Exception {
    byte[] json = Files.readAllBytes(folder().resolve(name + ".json"));
    String script = Files.readString(folder().resolve(name + ".stf"));
    List<TraceEvent> events = new ArrayList<>();

    List<StfCheck> checks =
        new StfRunner(
                Bmv2Reader.read(json),
                new PipelineDevice(
                    Bmv2Program.observed(json, events::add).instantiate(new Random(1))))
            .run(StfParser.parse(script));

    assertThat(checks).allMatch(StfCheck::passed);
    assertThat(events)
        .anyMatch(TraceEvent.ParserState.class::isInstance)
        .anyMatch(TraceEvent.Deparsed.class::isInstance);
  }

  @Test
  void allCasesAreFound() throws Exception {
    assertThat(cases()).hasSize(66);
  }

  static Stream<String> cases() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".stf"))
          .map(name -> name.substring(0, name.length() - ".stf".length()))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static Path folder() {
    return Path.of("../p4/src/test/resources/stf");
  }
}
