package io.smartt.tests.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.p4tools.P4Program;
import io.smartt.emulation.p4tools.StfTest;
import io.smartt.emulation.stf.StfRunner.StfCheck;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every case of the p4c project's suite that is in the test resources passes on the switch itself:
 * program and entries by P4Runtime, packets as bytes through its ports.
 */
class StfOverP4RuntimeTest {
  @ParameterizedTest
  @MethodSource("cases")
  void casePassesWithTheCompilersP4Info(String name) throws URISyntaxException {
    run(name, Optional.of(folder().resolve(name + ".p4info.txtpb")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void casePassesWithP4InfoWorkedOutFromTheJson(String name) throws URISyntaxException {
    run(name, Optional.empty());
  }

  @Test
  void allCasesAreFound() throws IOException, URISyntaxException {
    assertThat(cases()).hasSize(66);
  }

  private static void run(String name, Optional<Path> p4info) throws URISyntaxException {
    P4Program program = P4Program.read(folder().resolve(name + ".json"), p4info);

    assertThat(StfTest.run(program, folder().resolve(name + ".stf")))
        .isNotEmpty()
        .allMatch(StfCheck::passed);
  }

  static Stream<String> cases() throws IOException, URISyntaxException {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(".stf"))
          .map(name -> name.substring(0, name.length() - ".stf".length()))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static Path folder() throws URISyntaxException {
    URL folder = Objects.requireNonNull(StfOverP4RuntimeTest.class.getResource("/stf"));
    return Path.of(folder.toURI());
  }
}
