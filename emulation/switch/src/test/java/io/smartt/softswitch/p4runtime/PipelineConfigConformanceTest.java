package io.smartt.softswitch.p4runtime;

import static io.smartt.softswitch.p4runtime.ConformanceProgram.CONFIG;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.config;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.entity;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.insert;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.modify;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.DEVICE;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.code;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.status;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.smartt.p4.pipeline.PacketByteCount;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.p4.config.v1.P4Info;
import org.p4.v1.CapabilitiesRequest;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.GetForwardingPipelineConfigRequest;
import org.p4.v1.GetForwardingPipelineConfigRequest.ResponseType;
import org.p4.v1.SetForwardingPipelineConfigRequest.Action;

/** Setting and getting pipeline configs, P4Runtime sections 13 and 14, and Capabilities. */
class PipelineConfigConformanceTest {
  private static final String ENTRY =
      "table_entry { table_id: $exact match { field_id: 1 exact { value: '\\x01' } } action {"
          + " action { action_id: $drop } } }";
  private static final String ENTRIES = "table_entry { table_id: $exact }";

  private final ServerUnderTest server = new ServerUnderTest();

  @BeforeEach
  void becomePrimary() {
    server.primary();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Optional<ForwardingPipelineConfig> get(ResponseType type) {
    var response =
        server
            .stub()
            .getForwardingPipelineConfig(
                GetForwardingPipelineConfigRequest.newBuilder()
                    .setDeviceId(DEVICE)
                    .setResponseType(type)
                    .build());
    return response.hasConfig() ? Optional.of(response.getConfig()) : Optional.empty();
  }

  private Status.Code refused(Action action, ForwardingPipelineConfig config) {
    return code(() -> server.set(action, config));
  }

  @Test
  void onlyThePrimaryOfAKnownRoleMaySet() {
    assertThat(code(() -> server.send(server.set(Action.VERIFY).setDeviceId(9))))
        .isEqualTo(Status.Code.NOT_FOUND);
    assertThat(code(() -> server.send(server.set(Action.VERIFY).setRole("nobody's"))))
        .isEqualTo(Status.Code.NOT_FOUND);
    assertThat(
            code(() ->
                server.send(
                    server
                        .set(Action.VERIFY)
                        .setElectionId(TestController.id(1))
                        .setConfig(CONFIG))))
        .isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(code(() -> server.send(server.set(Action.UNSPECIFIED).setConfig(CONFIG))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void verifyChangesNothing() {
    server.set(Action.VERIFY, CONFIG);

    assertThat(get(ResponseType.ALL)).isEmpty();
    assertThat(server.device.hasActive()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = Action.class,
      names = {"VERIFY", "VERIFY_AND_SAVE", "VERIFY_AND_COMMIT", "RECONCILE_AND_COMMIT"})
  void aConfigThatCannotBeRealisedIsInvalidAndChangesNothing(Action action) {
    server.commit(CONFIG);
    FakePipeline before = server.device.active();

    assertThat(code(() -> server.send(server.set(action)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(action, CONFIG.toBuilder().clearP4Info().build()))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(action, CONFIG.toBuilder().clearP4DeviceConfig().build()))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(action, withBytes(ByteString.copyFromUtf8("\u0001\u0002"))))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    StatusRuntimeException broken =
        status(() -> server.set(action, withBytes(ByteString.copyFromUtf8("{ broken"))));
    assertThat(broken.getStatus().getDescription())
        .isEqualTo("the config cannot be realised: line 3: no such action");
    assertThat(server.device.active()).isSameAs(before);
    assertThat(get(ResponseType.ALL)).contains(CONFIG);
  }

  @Test
  void aP4InfoThatContradictsItselfIsInvalid() {
    P4Info twice =
        ConformanceProgram.P4INFO.toBuilder()
            .addTables(ConformanceProgram.P4INFO.getTables(0))
            .build();

    assertThat(refused(Action.VERIFY, CONFIG.toBuilder().setP4Info(twice).build()))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void verifyAndCommitClearsTheForwardingState() {
    server.commit(CONFIG);
    server.write(insert(ENTRY));
    server.commit(config(8));

    assertThat(server.read(ENTRIES)).isEmpty();
    assertThat(server.device.active().entries("ingress.exact")).isEmpty();
    assertThat(get(ResponseType.COOKIE_ONLY).orElseThrow().getCookie().getCookie()).isEqualTo(8);
  }

  @Test
  void verifyAndSaveLeavesTheDataPlaneAloneAndCommitReplaysTheWrites() {
    server.commit(CONFIG);
    server.write(insert(ENTRY));
    FakePipeline running = server.device.active();
    server.set(Action.VERIFY_AND_SAVE, config(8));

    assertThat(server.read(ENTRIES)).as("reads refer to the saved config").isEmpty();
    server.write(insert(ENTRY.replace("\\x01", "\\x02")));
    assertThat(server.device.active()).isSameAs(running);
    assertThat(running.entries("ingress.exact")).hasSize(1);

    server.send(server.set(Action.COMMIT));
    assertThat(server.device.active()).isNotSameAs(running);
    assertThat(server.device.active().entries("ingress.exact")).hasSize(1);
    assertThat(server.read(ENTRIES)).containsExactly(entity(ENTRY.replace("\\x01", "\\x02")));
  }

  @Test
  void commitNeedsASavedConfigAndTakesNoneWithIt() {
    assertThat(code(() -> server.send(server.set(Action.COMMIT)))).isEqualTo(Status.Code.NOT_FOUND);
    server.set(Action.VERIFY_AND_SAVE, CONFIG);
    assertThat(refused(Action.COMMIT, CONFIG)).isEqualTo(Status.Code.INVALID_ARGUMENT);
    server.send(server.set(Action.COMMIT));
    assertThat(code(() -> server.send(server.set(Action.COMMIT))))
        .as("committed already")
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void reconcileAndCommitKeepsTheForwardingState() {
    server.commit(CONFIG);
    server.write(
        insert(ENTRY),
        insert(
            "table_entry { table_id: $acl priority: 3 action { action { action_id: $drop } }"
                + " counter_data { packet_count: 4 } meter_config { cir: 1 pir: 2 } }"),
        insert(
            "table_entry { table_id: $routes match { field_id: 1 lpm { value:"
                + " '\\x0a\\x00\\x00\\x00' prefix_len: 8 } } action { action_profile_action_set {"
                + " action_profile_actions { action { action_id: $drop } weight: 2 } } } }"),
        modify(
            "table_entry { table_id: $keyless is_default_action: true action { action { action_id:"
                + " $NoAction } } }"),
        modify("counter_entry { counter_id: $marks index { index: 2 } data { packet_count: 9 } }"),
        modify(
            "register_entry { register_id: $occupancy index { index: 1 } data { bitstring: '\\x05'"
                + " } }"),
        modify(
            "value_set_entry { value_set_id: $tunnel_types members { match { field_id: 1 exact {"
                + " value: '\\x08\\x00' } } } }"),
        modify("meter_entry { meter_id: $two_rate index { index: 1 } config { cir: 1 pir: 1 } }"),
        insert("digest_entry { digest_id: $learn_t config { max_list_size: 1 } }"),
        insert(
            "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: 1"
                + " replicas { port: '\\x01' } } }"));
    String[] everything = {
      "table_entry { counter_data { } meter_config { } }",
      "table_entry { table_id: $keyless is_default_action: true }",
      "counter_entry { }",
      "register_entry { }",
      "value_set_entry { }",
      "meter_entry { }",
      "digest_entry { }",
      "packet_replication_engine_entry { multicast_group_entry { } }"
    };
    var before = server.read(everything);
    FakePipeline old = server.device.active();

    server.set(Action.RECONCILE_AND_COMMIT, config(8));

    assertThat(server.device.active()).isNotSameAs(old);
    assertThat(server.read(everything)).containsExactlyInAnyOrderElementsOf(before);
    assertThat(server.device.active().counter("ingress.marks", 2))
        .isEqualTo(new PacketByteCount(9, 0));
    assertThat(server.device.active().multicastGroups).containsOnlyKeys(1);
  }

  @Test
  void reconcileThatCannotKeepTheStateIsInvalidAndChangesNothing() {
    server.commit(CONFIG);
    server.write(insert(ENTRY));
    FakePipeline old = server.device.active();
    P4Info without = ConformanceProgram.P4INFO.toBuilder().removeTables(0).build();

    StatusRuntimeException failure =
        status(() ->
            server.set(Action.RECONCILE_AND_COMMIT, CONFIG.toBuilder().setP4Info(without).build()));

    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(failure.getStatus().getDescription())
        .startsWith("the forwarding state cannot be kept: no table has id 0x02000001");
    assertThat(server.device.active()).isSameAs(old);
    assertThat(server.read(ENTRIES)).hasSize(1);
  }

  @Test
  void whatWasSetIsReadBackByteForByte() {
    server.commit(CONFIG);

    assertThat(get(ResponseType.ALL)).contains(CONFIG);
    assertThat(get(ResponseType.COOKIE_ONLY))
        .contains(CONFIG.toBuilder().clearP4Info().clearP4DeviceConfig().build());
    assertThat(get(ResponseType.P4INFO_AND_COOKIE))
        .contains(CONFIG.toBuilder().clearP4DeviceConfig().build());
    assertThat(get(ResponseType.DEVICE_CONFIG_AND_COOKIE))
        .contains(CONFIG.toBuilder().clearP4Info().build());
  }

  @Test
  void withoutPipelineTheConfigIsUnsetAndAnUnknownDeviceNotFound() {
    assertThat(get(ResponseType.ALL)).isEmpty();
    assertThat(
            code(() -> {
              var _ =
                  server
                      .stub()
                      .getForwardingPipelineConfig(
                          GetForwardingPipelineConfigRequest.newBuilder().setDeviceId(9).build());
            }))
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theOlderWrapperAroundTheJsonIsUnderstood(boolean reassign) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeBool(1, reassign);
    out.writeBytes(3, CONFIG.getP4DeviceConfig());
    out.flush();
    ForwardingPipelineConfig wrapped = withBytes(ByteString.copyFrom(bytes.toByteArray()));
    server.commit(wrapped);

    assertThat(get(ResponseType.ALL)).contains(wrapped);
  }

  @Test
  void capabilitiesSayVersionOneFive() {
    var stub = server.stub();
    assertThat(
            stub.capabilities(CapabilitiesRequest.newBuilder().setDeviceId(DEVICE).build())
                .getP4RuntimeApiVersion())
        .isEqualTo("1.5.0");
    assertThat(stub.capabilities(CapabilitiesRequest.getDefaultInstance()).getP4RuntimeApiVersion())
        .isEqualTo("1.5.0");
    assertThat(
            code(() -> {
              var _ = stub.capabilities(CapabilitiesRequest.newBuilder().setDeviceId(9).build());
            }))
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  private static ForwardingPipelineConfig withBytes(ByteString bytes) {
    return CONFIG.toBuilder().setP4DeviceConfig(bytes).build();
  }
}
