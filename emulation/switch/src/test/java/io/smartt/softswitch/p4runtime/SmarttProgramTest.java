package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.EntryBuilder;
import io.smartt.controller.p4runtime.FieldValue;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.EntryTarget.ActionCall;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.p4runtime.DevicePipeline.ReplicationControl;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.p4.config.v1.P4Info;
import org.p4.config.v1.P4NewTypeSpec;
import org.p4.v1.Action;
import org.p4.v1.ActionProfileAction;
import org.p4.v1.ActionProfileActionSet;
import org.p4.v1.Entity;
import org.p4.v1.Error;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.GetForwardingPipelineConfigRequest.ResponseType;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;

/** The switch program itself, compiled by p4c, behind the server; our controller in front of it. */
class SmarttProgramTest {
  private static final String PROGRAMS = "/io/smartt/p4/programs/";
  private static final byte[] JSON = resource("smartt.json");
  private static final P4Info P4INFO =
      P4InfoReader.parse(resource("smartt.p4info.txtpb"), "smartt.p4info.txtpb");
  private static final P4InfoIndex INDEX = P4InfoIndex.of(P4INFO);
  private static final ForwardingPipelineConfig CONFIG =
      ForwardingPipelineConfig.newBuilder()
          .setP4Info(P4INFO)
          .setP4DeviceConfig(ByteString.copyFrom(JSON))
          .build();
  private static final ActionCall TO_PORT_2 =
      new ActionCall("ingress.to_port", List.of(Bits.of(2, 9), Bits.of(0x020000000002L, 48)));
  private static final ActionCall TO_PORT_3 =
      new ActionCall("ingress.to_port", List.of(Bits.of(3, 9), Bits.of(0x020000000003L, 48)));

  private final RealDevice device = new RealDevice();
  private Optional<Server> server = Optional.empty();
  private Optional<ManagedChannel> channel = Optional.empty();
  private Optional<P4RuntimeClient> client = Optional.empty();

  /** A device that runs the real pipeline and has no ports of its own. */
  private static final class RealDevice implements ForwardingDevice {
    private record Prepared(Pipeline pipeline) implements DevicePipeline {
      @Override
      public PipelineControl control() {
        return pipeline.control();
      }

      @Override
      public ReplicationControl replication() {
        throw new UnsupportedOperationException("no replication in this test");
      }
    }

    private Optional<PipelineControl> active = Optional.empty();

    PipelineControl active() {
      return active.orElseThrow();
    }

    @Override
    public long deviceId() {
      return 1;
    }

    @Override
    public void connect(DeviceEvents events) {
      // Reports nothing.
    }

    @Override
    public DevicePipeline prepare(LoadedConfig config) {
      return new Prepared(config.program().instantiate(new SplittableRandom(1)));
    }

    @Override
    public void activate(DevicePipeline pipeline) {
      active = Optional.of(pipeline.control());
    }

    @Override
    public boolean hasPort(int port) {
      return port < 8;
    }

    @Override
    public boolean portUp(int port) {
      return true;
    }

    @Override
    public void packetOut(byte[] frame) {
      throw new UnsupportedOperationException("no packets in this test");
    }
  }

  @BeforeEach
  void start() throws IOException {
    String name = "smartt-" + System.identityHashCode(this);
    P4RuntimeService service =
        new P4RuntimeService(List.of(device), Bmv2Program::load, P4RuntimeSettings.lenient());
    server =
        Optional.of(
            InProcessServerBuilder.forName(name)
                .directExecutor()
                .addService(service)
                .build()
                .start());
    channel = Optional.of(InProcessChannelBuilder.forName(name).directExecutor().build());
    client =
        Optional.of(
            P4RuntimeClient.connect(
                channel.get(), new SwitchId("leaf1", 1), ElectionId.of(1), Duration.ofSeconds(60)));
  }

  @AfterEach
  void stop() {
    client.ifPresent(P4RuntimeClient::close);
    channel.ifPresent(ManagedChannel::shutdownNow);
    server.ifPresent(Server::shutdownNow);
  }

  private ProgrammedSwitch programmed() {
    client.orElseThrow().setPipelineConfig(CONFIG);
    return new ProgrammedSwitch(client.orElseThrow(), INDEX);
  }

  @Test
  void theConfigIsRealisedAndReadBackByteForByte() {
    programmed();

    assertThat(client.orElseThrow().pipelineConfig(ResponseType.ALL)).contains(CONFIG);
  }

  @Test
  void aConfigWithTheP4InfoOfAnotherProgramIsRefused() {
    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(() ->
                client
                    .orElseThrow()
                    .setPipelineConfig(
                        CONFIG.toBuilder().setP4Info(ConformanceProgram.P4INFO).build())))
        .hasMessageContaining("the program has no table ingress.exact");
  }

  @Test
  void everyTableOfTheControlSurfaceIsWrittenAndReadBack() {
    ProgrammedSwitch leaf = programmed();
    P4Entity.Entry control =
        EntryBuilder.of(INDEX, "traffic_class")
            .exact("hdr.ipv4.dscp", 46)
            .action("control_class", Map.of("queue", FieldValue.of(1)))
            .entry();
    P4Entity.Entry trim =
        EntryBuilder.of(INDEX, "trim_limit")
            .exact("standard_metadata.egress_spec", 2)
            .exact("standard_metadata.priority", 0)
            .action(
                "trim_above",
                Map.of(
                    "queue_bytes", FieldValue.of(100),
                    "trim_bytes", FieldValue.of(64),
                    "trimmed_dscp", FieldValue.of(48),
                    "trimmed_queue", FieldValue.of(1)))
            .entry();
    P4Entity.Entry red =
        EntryBuilder.of(INDEX, "red_profile")
            .exact("standard_metadata.egress_port", 2)
            .exact("standard_metadata.priority", 0)
            .action("mark_between", Map.of("kmin", FieldValue.of(20), "kmax", FieldValue.of(80)))
            .entry();
    P4Entity.Entry route =
        EntryBuilder.of(INDEX, "ipv4_lpm")
            .lpm("hdr.ipv4.dst_addr", FieldValue.parse("10.0.0.0"), 24)
            .group(1)
            .entry();
    ActionCall salt = new ActionCall("ingress.set_salt", List.of(Bits.of(0xdeadbeefL, 32)));

    leaf.write(
        Update.Type.INSERT,
        List.of(
            new P4Entity.Member("ingress.ecmp", 1, TO_PORT_2),
            new P4Entity.Member("ingress.ecmp", 2, TO_PORT_3)));
    List<WeightedMember> members = List.of(new WeightedMember(1, 1), new WeightedMember(2, 2));
    leaf.write(Update.Type.INSERT, List.of(new P4Entity.Group("ingress.ecmp", 1, members)));
    leaf.write(Update.Type.INSERT, List.of(route, control, trim, red));
    leaf.write(Update.Type.MODIFY, List.of(new P4Entity.DefaultEntry("ingress.ecmp_salt", salt)));

    PipelineControl pipeline = device.active();
    assertThat(leaf.groups("ecmp")).isEqualTo(Map.of(1, members));
    for (P4Entity.Entry entry : List.of(route, control, trim, red)) {
      String table = entry.entry().table();
      assertThat(leaf.entries(table)).containsExactly(entry.entry());
      assertThat(pipeline.entries(table)).containsExactly(entry.entry());
    }
    assertThat(leaf.defaultAction("ecmp_salt")).contains(salt);
    assertThat(pipeline.defaultTarget("ingress.ecmp_salt")).contains(salt);
    assertThat(leaf.counters("trims")).hasSize(512);
    assertThat(leaf.register("occupancy", 4_095)).isEqualTo(Bits.zero(32));
  }

  @Test
  void aOneShotMakesAGroupOfTheSelector() {
    programmed();
    Action action = ActionCalls.encode(TO_PORT_2, INDEX);
    TableEntry route =
        TableEntry.newBuilder()
            .setTableId(INDEX.tables().named("ipv4_lpm").id())
            .setAction(
                org.p4.v1.TableAction.newBuilder()
                    .setActionProfileActionSet(
                        ActionProfileActionSet.newBuilder()
                            .addActionProfileActions(
                                ActionProfileAction.newBuilder().setAction(action).setWeight(1))
                            .addActionProfileActions(
                                ActionProfileAction.newBuilder().setAction(action).setWeight(3))))
            .build();
    Update update =
        Update.newBuilder()
            .setType(Update.Type.INSERT)
            .setEntity(org.p4.v1.Entity.newBuilder().setTableEntry(route))
            .build();

    assertThat(client.orElseThrow().write(List.of(update))).isEmpty();
    assertThat(device.active().members("ingress.ecmp")).hasSize(2);
    assertThat(device.active().entries("ingress.ipv4_lpm"))
        .singleElement()
        .satisfies(entry -> assertThat(entry.target()).isInstanceOf(EntryTarget.Group.class));
    assertThat(
            client
                .orElseThrow()
                .write(List.of(update.toBuilder().setType(Update.Type.DELETE).build())))
        .isEmpty();
    assertThat(device.active().entries("ingress.ipv4_lpm")).isEmpty();
    assertThat(device.active().members("ingress.ecmp")).isEmpty();
  }

  /** As SAI P4 of SONiC's PINS has its WCMP groups. */
  @Test
  void portsOfMembersAndWatchedPortsHaveNamesWhereTheProgramTranslatesThem() {
    P4Info.Builder named = P4INFO.toBuilder();
    named.getActionsBuilderList().stream()
        .filter(action -> action.getPreamble().getName().equals("ingress.to_port"))
        .forEach(action ->
            action.getParamsBuilder(0).clearBitwidth().getTypeNameBuilder().setName("port_id_t"));
    P4NewTypeSpec.Builder port = P4NewTypeSpec.newBuilder();
    port.getTranslatedTypeBuilder().getSdnStringBuilder();
    named.getTypeInfoBuilder().putNewTypes("port_id_t", port.build());
    P4InfoIndex index = P4InfoIndex.of(named.build());
    client.orElseThrow().setPipelineConfig(CONFIG.toBuilder().setP4Info(named).build());
    ProgrammedSwitch leaf = new ProgrammedSwitch(client.orElseThrow(), index);
    ActionCall call =
        EntryBuilder.call(
            index.actions().named("ingress.to_port"),
            Map.of("port", FieldValue.named("7"), "dst_mac", FieldValue.of(2)));
    P4Entity.Member member = new P4Entity.Member("ingress.ecmp", 1, call);

    leaf.write(Update.Type.INSERT, List.of(member));

    assertThat(device.active().members("ingress.ecmp"))
        .containsEntry(
            1, new ActionCall("ingress.to_port", List.of(Bits.of(7, 9), Bits.of(2, 48))));
    assertThat(leaf.members("ingress.ecmp")).containsEntry(1, call);
    Entity encoded = new EntityCodec(index).encode(member);
    Entity.Builder route = Entity.newBuilder();
    route
        .getTableEntryBuilder()
        .setTableId(index.tables().named("ipv4_lpm").id())
        .getActionBuilder()
        .getActionProfileActionSetBuilder()
        .addActionProfileActionsBuilder()
        .setAction(encoded.getActionProfileMember().getAction())
        .setWeight(2)
        .setWatchPort(ByteString.copyFromUtf8("5"));
    Entity.Builder group = Entity.newBuilder();
    group
        .getActionProfileGroupBuilder()
        .setActionProfileId(index.actionProfiles().named("ecmp").id())
        .setGroupId(9)
        .addMembersBuilder()
        .setMemberId(1)
        .setWeight(1)
        .setWatchPort(ByteString.copyFromUtf8("6"));
    // A selector has groups or action sets.
    write(Update.Type.INSERT, group.build());
    Entity.Builder anyGroup = group.clone();
    anyGroup.getActionProfileGroupBuilder().clearMembers();
    assertThat(client.orElseThrow().read(List.of(anyGroup.build()))).containsExactly(group.build());
    write(Update.Type.DELETE, group.build());
    write(Update.Type.DELETE, encoded);
    write(Update.Type.INSERT, route.build());
    Entity.Builder anyRoute = route.clone();
    anyRoute.getTableEntryBuilder().clearAction();
    assertThat(client.orElseThrow().read(List.of(anyRoute.build()))).containsExactly(route.build());
  }

  private void write(Update.Type type, Entity entity) {
    assertThat(
            client
                .orElseThrow()
                .write(List.of(Update.newBuilder().setType(type).setEntity(entity).build())))
        .isEmpty();
  }

  @Test
  void anAddressOfFiveBytesIsOutOfRangeAndTheMessageSaysWhy() {
    programmed();
    TableEntry.Builder entry =
        TableEntry.newBuilder().setTableId(INDEX.tables().named("ipv4_lpm").id());
    entry
        .addMatchBuilder()
        .setFieldId(1)
        .getLpmBuilder()
        .setPrefixLen(32)
        .setValue(ByteString.copyFrom(new byte[] {1, 0, 0, 0, 0}));
    List<Error> errors =
        client
            .orElseThrow()
            .write(
                List.of(
                    Update.newBuilder()
                        .setType(Update.Type.INSERT)
                        .setEntity(org.p4.v1.Entity.newBuilder().setTableEntry(entry))
                        .build()));

    assertThat(errors)
        .extracting(Error::getCanonicalCode)
        .containsExactly(Status.Code.OUT_OF_RANGE.value());
    assertThat(errors.getFirst().getMessage())
        .isEqualTo(
            "table 'ingress.ipv4_lpm': field 'hdr.ipv4.dst_addr' value 0x100000000 needs 33 bits,"
                + " the field has 32");
  }

  private static byte[] resource(String name) {
    try (InputStream in = SmarttProgramTest.class.getResourceAsStream(PROGRAMS + name)) {
      if (in == null) {
        throw new IllegalStateException(PROGRAMS + name + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
