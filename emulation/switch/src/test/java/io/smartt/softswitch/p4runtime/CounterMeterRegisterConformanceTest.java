package io.smartt.softswitch.p4runtime;

import static io.smartt.softswitch.p4runtime.ConformanceProgram.delete;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.entity;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.insert;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.modify;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.errorCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.p4.v1.Error;

/** Counters, meters and registers, P4Runtime sections 9.3, 9.4 and 9.7. */
class CounterMeterRegisterConformanceTest {
  private final ServerUnderTest server = ServerUnderTest.ready();

  @AfterEach
  void stop() {
    server.close();
  }

  private Status.Code refused(org.p4.v1.Update update) {
    return errorCode(server.refused(update));
  }

  private static String counter(String index, int packets) {
    return "counter_entry { counter_id: $marks %s data { packet_count: %d byte_count: %d } }"
        .formatted(index, packets, packets * 100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "counter_entry { counter_id: $marks index { } data { } }",
        "meter_entry { meter_id: $two_rate index { } }",
        "register_entry { register_id: $occupancy index { } data { bitstring: '\\x01' } }",
        "direct_counter_entry { table_entry { table_id: $constant match { field_id: 1 exact {"
            + " value: '\\x01' } } } }",
        "direct_meter_entry { table_entry { table_id: $acl priority: 1 } }"
      })
  void arraysAndDirectResourcesTakeModifyOnly(String text) {
    assertThat(refused(insert(text))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(delete(text))).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @ParameterizedTest
  @CsvSource({
    "counter_entry { counter_id: $marks index { index: %d } data { } }, 4",
    "meter_entry { meter_id: $two_rate index { index: %d } }, 2",
    "register_entry { register_id: $occupancy index { index: %d } data { bitstring: '\\x01' } }, 3"
  })
  void aNegativeIndexIsInvalidAndOneBeyondTheSizeOutOfRange(String text, int size) {
    assertThat(refused(modify(text.formatted(-1)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(modify(text.formatted(size)))).isEqualTo(Status.Code.OUT_OF_RANGE);
    assertThat(errorCode(server.readRefused(text.formatted(-1))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(errorCode(server.readRefused(text.formatted(size))))
        .isEqualTo(Status.Code.OUT_OF_RANGE);
  }

  @Test
  void aCounterCellIsWrittenAndRead() {
    server.write(modify(counter("index { index: 2 }", 7)));

    assertThat(server.read("counter_entry { counter_id: $marks index { index: 2 } }"))
        .containsExactly(entity(counter("index { index: 2 }", 7)));
  }

  @Test
  void anUnsetIndexMeansTheWholeCounter() {
    server.write(modify(counter("", 3)));

    assertThat(server.read("counter_entry { counter_id: $marks }"))
        .containsExactly(
            entity(counter("index { index: 0 }", 3)),
            entity(counter("index { index: 1 }", 3)),
            entity(counter("index { index: 2 }", 3)),
            entity(counter("index { index: 3 }", 3)));
    assertThat(server.read("counter_entry { }")).as("indirect ones only").hasSize(4);
  }

  @Test
  void unsetDataLeavesACounterAlone() {
    server.write(modify(counter("index { index: 1 }", 3)));
    server.write(modify("counter_entry { counter_id: $marks index { index: 1 } }"));

    assertThat(server.read("counter_entry { counter_id: $marks index { index: 1 } }"))
        .containsExactly(entity(counter("index { index: 1 }", 3)));
  }

  @Test
  void aDirectCounterIsNotAnIndirectOne() {
    Error error =
        server.refused(modify("counter_entry { counter_id: $acl_counter index { } data { } }"));

    assertThat(errorCode(error)).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(error.getMessage())
        .isEqualTo("counter 'ingress.acl_counter' is direct; use direct_counter_entry");
  }

  @Test
  void directCountersAreWrittenAndReadByTheirEntries() {
    String one =
        "direct_counter_entry { table_entry { table_id: $constant match { field_id: 1 exact {"
            + " value: '\\x01' } } } data { packet_count: 5 byte_count: 6 } }";
    server.write(modify(one));

    assertThat(server.read(one.replace("data { packet_count: 5 byte_count: 6 }", "")))
        .containsExactly(entity(one));
    assertThat(server.read("direct_counter_entry { table_entry { table_id: $constant } }"))
        .hasSize(2);
    assertThat(server.read("direct_counter_entry { }")).hasSize(2);
    server.write(modify(one.replace("data { packet_count: 5 byte_count: 6 }", "")));
    assertThat(server.read(one)).as("unset data changes nothing").containsExactly(entity(one));
  }

  /** Section 9.3.1: only the match says which; PTF libraries send the entry as they wrote it. */
  @Test
  void aDirectCounterIsReadByAnEntryWithItsActionAndAll() {
    String asWritten =
        "direct_counter_entry { table_entry { table_id: $constant match { field_id: 1 exact {"
            + " value: '\\x01' } } metadata: 'm' idle_timeout_ns: 5 action { action { action_id:"
            + " 16777217 params { param_id: 1 value: '\\x07' } } } } }";

    assertThat(server.read(asWritten)).hasSize(1);
  }

  @Test
  void aDirectCounterOfNoEntryIsNotFound() {
    String none =
        "direct_counter_entry { table_entry { table_id: $constant match { field_id: 1 exact {"
            + " value: '\\x09' } } } }";

    assertThat(refused(modify(none))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(errorCode(server.readRefused(none))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(
            errorCode(
                server.readRefused("direct_counter_entry { table_entry { table_id: $exact } }")))
        .as("no direct counter")
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "two_rate   | cir: 1 cburst: 2 pir: 3 pburst: 4           | true",
        "two_rate   | cir: 1 cburst: 2 pir: 3 pburst: 4 eburst: 1 | false",
        "two_rate   | cir: 3 cburst: 2 pir: 1 pburst: 4           | false",
        "two_rate   | cir: -1 pir: 1                              | false",
        "one_rate   | cir: 1 cburst: 2 pir: 1 pburst: 2 eburst: 7 | true",
        "one_rate   | cir: 1 cburst: 2 pir: 3 pburst: 2 eburst: 7 | false",
        "one_rate   | cir: 1 cburst: 2 pir: 1 pburst: 3 eburst: 7 | false",
        "two_colour | cir: 1 cburst: 2 pir: 1 pburst: 2           | true",
        "two_colour | cir: 1 cburst: 2 pir: 1 pburst: 2 eburst: 1 | false",
        "two_colour | cir: 1 cburst: 2 pir: 2 pburst: 2           | false"
      })
  void aMeterConfigMustFitTheMetersType(String meter, String config, boolean accepted) {
    String text =
        "meter_entry { meter_id: $%s index { index: 1 } config { %s } }".formatted(meter, config);
    if (accepted) {
      server.write(modify(text));
      assertThat(server.read("meter_entry { meter_id: $%s index { index: 1 } }".formatted(meter)))
          .containsExactly(entity(text));
    } else {
      assertThat(refused(modify(text))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void anUnsetMeterConfigIsGreenAndAnUnsetIndexTheWholeMeter() {
    server.write(modify("meter_entry { meter_id: $two_rate config { cir: 1 pir: 2 } }"));
    assertThat(server.device.active().meters)
        .containsEntry(
            "ingress.two_rate[0]", Optional.of(new PipelineControl.MeterConfig(1, 0, 2, 0, 0)))
        .containsKey("ingress.two_rate[1]");

    server.write(modify("meter_entry { meter_id: $two_rate index { index: 0 } }"));
    assertThat(server.device.active().meters)
        .containsEntry("ingress.two_rate[0]", Optional.empty());
    assertThat(server.read("meter_entry { meter_id: $two_rate }"))
        .containsExactly(
            entity("meter_entry { meter_id: $two_rate index { index: 0 } }"),
            entity(
                "meter_entry { meter_id: $two_rate index { index: 1 } config { cir: 1 pir: 2 } }"));
    assertThat(server.read("meter_entry { }")).as("indirect ones only").hasSize(6);
  }

  @Test
  void directMetersAreWrittenAndReadByTheirEntries() {
    server.write(
        insert(
            "table_entry { table_id: $acl priority: 1 action { action { action_id: $drop } } }"));
    String config =
        "direct_meter_entry { table_entry { table_id: $acl priority: 1 } config { cir: 1 pir: 2 }"
            + " }";
    server.write(modify(config));
    assertThat(server.read("direct_meter_entry { }")).containsExactly(entity(config));

    server.write(modify("direct_meter_entry { table_entry { table_id: $acl priority: 1 } }"));
    assertThat(server.read("direct_meter_entry { }"))
        .containsExactly(
            entity("direct_meter_entry { table_entry { table_id: $acl priority: 1 } }"));
    assertThat(refused(modify("direct_meter_entry { table_entry { table_id: $acl priority: 2 } }")))
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void countsByColourAreNotKept() {
    assertThat(refused(modify("meter_entry { meter_id: $two_rate counter_data { } }")))
        .isEqualTo(Status.Code.UNIMPLEMENTED);
  }

  @Test
  void aRegisterCellIsWrittenAndRead() {
    String cell =
        "register_entry { register_id: $occupancy index { index: 1 } data { bitstring:"
            + " '\\x07\\xff\\xff' } }";
    server.write(modify(cell));

    assertThat(server.device.active().register("ingress.occupancy", 1))
        .isEqualTo(Bits.of(0x7ffff, 19));
    assertThat(server.read("register_entry { register_id: $occupancy index { index: 1 } }"))
        .containsExactly(entity(cell));
    assertThat(server.read("register_entry { register_id: $occupancy }")).hasSize(3);
    assertThat(server.read("register_entry { }")).hasSize(7);
  }

  @Test
  void anUnsetIndexWritesTheWholeRegister() {
    server.write(modify("register_entry { register_id: $occupancy data { bitstring: '\\x05' } }"));

    for (int index = 0; index < 3; index++) {
      assertThat(server.device.active().register("ingress.occupancy", index))
          .isEqualTo(Bits.of(5, 19));
    }
  }

  @Test
  void registersAreTypedByP4Info() {
    String delta =
        "register_entry { register_id: $delta index { index: 0 } data { bitstring: '\\xfd\\x1d' }"
            + " }";
    String flag = "register_entry { register_id: $flag index { index: 0 } data { bool: true } }";
    String colour =
        "register_entry { register_id: $colour index { index: 0 } data { enum_value: '\\x02' } }";
    server.write(modify(delta), modify(flag), modify(colour));

    assertThat(server.device.active().register("ingress.delta", 0))
        .as("-739 in 12 bits")
        .isEqualTo(Bits.of(0xd1d, 12));
    assertThat(
            server.read(
                "register_entry { register_id: $delta index { } }",
                "register_entry { register_id: $flag }",
                "register_entry { register_id: $colour }"))
        .containsExactly(entity(delta), entity(flag), entity(colour));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "occupancy | bool: true              | INVALID_ARGUMENT",
        "flag      | bitstring: '\\x01'      | INVALID_ARGUMENT",
        "colour    | enum: 'RED'             | INVALID_ARGUMENT",
        "occupancy | bitstring: '\\x08\\x00\\x00' | OUT_OF_RANGE",
        "delta     | bitstring: '\\x08\\x00' | OUT_OF_RANGE"
      })
  void dataOfAnotherTypeOrWidthIsRefused(String register, String data, Status.Code expected) {
    assertThat(
            refused(
                modify(
                    "register_entry { register_id: $%s index { } data { %s } }"
                        .formatted(register, data))))
        .isEqualTo(expected);
  }
}
