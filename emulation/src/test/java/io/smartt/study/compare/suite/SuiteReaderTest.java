package io.smartt.study.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.study.compare.suite.FinishTimes.HostPair;
import io.smartt.study.compare.suite.SuiteExperiment.SuiteLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link SuiteReader}. */
class SuiteReaderTest {
  @TempDir private Path folder;

  private List<SuiteExperiment> read(String text) throws IOException {
    Path file = folder.resolve("suite.txt");
    Files.writeString(file, text);
    return SuiteReader.read(file);
  }

  @Test
  void experimentIsAMatrixAndItsLines() throws IOException {
    List<SuiteExperiment> experiments =
        read(
            """
            matrices/few.cm\s
            !Experiment A few, and a name
            !Binary ./htsim_uec
            !Param -end 400
            !Param -ecn 10 25
            !tailFCT 30
            !FCT Uec_1_0 12
            """);

    assertThat(experiments)
        .containsExactly(
            new SuiteExperiment(
                1,
                "A few, and a name",
                folder.resolve("matrices/few.cm"),
                folder,
                "htsim_uec",
                List.of("-end", "400", "-ecn", "10", "25"),
                new SuiteLimits(OptionalLong.of(30), Map.of(new HostPair(1, 0), 12L)),
                List.of()));
  }

  @Test
  void whatIsLeftOutHasTheScriptsDefaults() throws IOException {
    List<SuiteExperiment> experiments = read("one.cm\n\ntwo.cm\n!tailFCT 0\n");

    assertThat(experiments).extracting(SuiteExperiment::name).containsExactly("one.cm", "two.cm");
    assertThat(experiments).extracting(SuiteExperiment::number).containsExactly(1, 2);
    assertThat(experiments)
        .allSatisfy(experiment -> {
          assertThat(experiment.binary()).isEqualTo("htsim_uec");
          assertThat(experiment.limits().tailUs()).isEmpty();
        });
  }

  @Test
  void commentTakesTheLinesOfItsExperimentWithIt() throws IOException {
    assertThat(read("#one.cm\n!Experiment One\n!tailFCT 3\ntwo.cm\n!Experiment Two\n"))
        .extracting(SuiteExperiment::name)
        .containsExactly("Two");
  }

  @Test
  void linesThatSaySomethingElseAreKept() throws IOException {
    assertThat(read("one.cm\n!continue\n!Experiment One\n").getFirst().unknown())
        .containsExactly("continue");
  }

  @Test
  void malformedLinesAreRefusedWithTheirPlace() {
    refused("!Experiment One\n", "suite.txt:1: '!Experiment One' belongs to no experiment");
    refused("one.cm\n!tailFCT soon\n", "suite.txt:2: a limit is a whole number of microseconds");
    refused(
        "one.cm\n!tailFCT -1\n",
        "suite.txt:2: a limit is a whole number of microseconds from 0, found '-1'");
    refused("one.cm\n!FCT Uec_1 5\n", "suite.txt:2: 'Uec_1' names no flow");
    refused("one.cm\n!FCT Uec_1_0\n", "suite.txt:2: expected: FCT NAME MICROSECONDS");
    refused("# nothing\n", "suite.txt: has no experiment");
  }

  private void refused(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(message);
  }
}
