package io.smartt.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.Workload.Trigger;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CmReaderTest {
  private static final String MATRIX =
      """
      # two waves
      Nodes 8
      Connections 4
      Triggers 2
      Failures 1
      0->1 id 1 start 0 size 4096 send_done_trigger 1
        2 -> 3\tid 2  start 1.7  size 5000000000 recv_done_trigger 2   # kindly
      4->5 trigger 1 size 1
      # a comment in the body
      6->7 trigger 2 size 2 prio 5
      trigger id 1 oneshot
      trigger id 2 barrier count 1
      failure switch_type AGG switch_id 3 link_id 1
      """;

  private static Workload parse(String text) {
    return CmReader.parse("a.cm", text);
  }

  @Test
  void readsFlowsTriggersAndFailures() {
    Workload workload = parse(MATRIX);

    assertThat(workload.name()).isEqualTo("a.cm");
    assertThat(workload.hosts()).isEqualTo(8);
    assertThat(workload.flows())
        .containsExactly(
            Flow.at(1, 0, 1, 4096, 0).whenSent(1),
            Flow.at(2, 2, 3, 5_000_000_000L, 1_700_000).whenReceived(2),
            Flow.at(1_000_000_001, 4, 5, 1, 0).startedBy(1),
            Flow.at(1_000_000_002, 6, 7, 2, 0).startedBy(2));
    assertThat(workload.triggers())
        .containsExactly(Trigger.oneshot(1), new Trigger(2, Trigger.Kind.BARRIER, 1));
    assertThat(workload.failures()).containsExactly(new Workload.Failure(1, 3, OptionalInt.of(1)));
  }

  @Test
  void skipsHeaderWordsThatTheReferenceSkipsToo() {
    assertThat(parse("Version 3\nNodes 2\r\nConnections 1\r\n0->1 start 0 size 1\r\n").flows())
        .hasSize(1);
  }

  /** The reference simulator reads them so. */
  @Test
  void wordsOfTriggersAndFailuresStandInAnyOrderAndOtherHeaderLinesAreSkipped() {
    Workload plain = parse(MATRIX);

    assertThat(
            parse(
                MATRIX
                    .replace("# two waves", "drawn by gen.py with seed 3\ntwo waves")
                    .replace("trigger id 1 oneshot", "trigger oneshot count 3 id 1")
                    .replace("trigger id 2 barrier count 1", "trigger count 1 barrier id 2")
                    .replace(
                        "failure switch_type AGG switch_id 3 link_id 1",
                        "failure link_id 1 switch_id 3 switch_type AGG")))
        .isEqualTo(plain);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      value = {
        "size 4096 ^ ^ a.cm:6: size is missing",
        "size 4096 ^ size 0 ^ a.cm:6: size is 0, must be a whole number of at least 1",
        "size 4096 ^ size 4k ^ a.cm:6: size is 4k, must be a whole number of at least 1",
        "size 4096 ^ size ^ a.cm:6: unknown word '1', accepted: start, size, id, trigger,"
            + " send_done_trigger, recv_done_trigger, msg, prio",
        "size 4096 ^ siez 4096 ^ a.cm:6: unknown word 'siez', did you mean size?",
        "start 0 ^ ^ a.cm:6: give exactly one of start and trigger",
        "start 0 ^ start 0 trigger 1 ^ a.cm:6: give exactly one of start and trigger",
        "start 0 ^ start soon ^ a.cm:6: start is soon, must be a number from 0",
        "start 0 ^ start -1 ^ a.cm:6: start is -1, must be a number from 0",
        "start 0 ^ start 0 start 0 ^ a.cm:6: start appears twice",
        "0->1 ^ 0->8 ^ a.cm:6: host is 8, must be a whole number from 0 to 7",
        "0->1 ^ 0->0 ^ a.cm:6: host 0 sends to itself",
        "0->1 ^ 0-1 ^ a.cm:6: '0-1' begins no record: expected SRC->DST, trigger, failure or one of"
            + " Nodes, Connections, Triggers, Failures",
        "id 2 ^ id 1 ^ a.cm:7: id 1 is already taken: each record here is a connection",
        "id 2 ^ id 0 ^ a.cm:7: id is 0, must be a whole number of at least 1",
        "Nodes 8 ^ ^ a.cm:6: a record before Nodes",
        "Nodes 8 ^ Nodes 1 ^ a.cm:2: Nodes is 1, must be a whole number of at least 2",
        "Connections 4 ^ Connections 5 ^ a.cm:3: Connections is 5, but record lines: 4",
        "Connections 4 ^ Conections 4 ^ a.cm:3: 'Conections' begins no record: expected SRC->DST,"
            + " trigger, failure or one of Nodes, Connections, Triggers, Failures",
        "Connections 4 ^ ^ a.cm: Connections is missing",
        "Connections 4 ^ Nodes 8 ^ a.cm:3: Nodes appears twice",
        "Connections 4 ^ Connections 4 4 ^ a.cm:3: '4' follows the number of Connections",
        "Triggers 2 ^ ^ a.cm: Triggers is missing, but trigger lines: 2",
        "Failures 1 ^ Failures 0 ^ a.cm:5: Failures is 0, but failure lines: 1",
        "send_done_trigger 1 ^ send_done_trigger 9 ^ a.cm:6: trigger 9 is not declared",
        "id 1 oneshot ^ id 1 twice ^ a.cm:11: expected: trigger id I oneshot|multishot|barrier"
            + " [count K]",
        "id 1 oneshot ^ id 1 oneshot barrier ^ a.cm:11: expected: trigger id I"
            + " oneshot|multishot|barrier [count K]",
        "id 1 oneshot ^ oneshot ^ a.cm:11: id is missing",
        "id 1 oneshot ^ id 1 id 2 oneshot ^ a.cm:11: id appears twice",
        "id 2 barrier count 1 ^ id 2 barrier ^ a.cm:12: count is missing",
        "switch_id 3 ^ ^ a.cm:13: switch_id is missing",
        "link_id 1 ^ link_id -1 ^ a.cm:13: link_id is -1, must be a whole number of at least 0",
        "id 2 barrier ^ id 1 barrier ^ a.cm:12: trigger 1 is declared twice",
        "switch_type AGG ^ switch_type SPINE ^ a.cm:13: expected: failure switch_type TOR|AGG|CORE"
            + " switch_id I [link_id J]"
      })
  void refusesMalformedLinesByFileAndLine(String from, String to, String message) {
    String text = MATRIX.replaceFirst(from, to == null ? "" : to);

    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  @Test
  void doneTriggersAreOptional() {
    Flow plain = parse("Nodes 2\nConnections 1\n0->1 start 0 size 1\n").flows().getFirst();

    assertThat(plain.sendDoneTrigger()).isEqualTo(OptionalInt.empty());
    assertThat(plain.recvDoneTrigger()).isEqualTo(OptionalInt.empty());
  }

  @Test
  void refusesAnEmptyFile() {
    assertThatThrownBy(() -> parse("")).hasMessage("a.cm: Nodes is missing");
    assertThatThrownBy(() -> parse("Nodes 2\nConnections 0\n")).hasMessage("a.cm: no flows");
  }
}
