package io.smartt.softswitch.p4runtime;

import static io.smartt.softswitch.p4runtime.ConformanceProgram.entity;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.insert;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.DEVICE;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.code;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.errorCode;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.p4.v1.Entity;
import org.p4.v1.Error;
import org.p4.v1.ReadRequest;
import org.p4.v1.ReadResponse;
import org.p4.v1.Role;
import org.p4.v1.Update;

/** The Read call, P4Runtime section 12, and wildcards of table entries, section 9.1.6. */
class ReadConformanceTest {
  private static final String DROP = " action { action { action_id: $drop } } ";
  private static final String PERMIT =
      " action { action { action_id: $forward params { param_id: 1 value: '\\x01' } params {"
          + " param_id: 2 value: '\\x00' } } } ";

  private final ServerUnderTest server = ServerUnderTest.ready();

  @AfterEach
  void stop() {
    server.close();
  }

  private static String acl(int priority, String rest) {
    return "table_entry { table_id: $acl priority: %d match { field_id: 3 optional { value: '\\x%02x' } } %s }"
        .formatted(priority, priority, rest);
  }

  private static String exact(int key) {
    return "table_entry { table_id: $exact match { field_id: 1 exact { value: '\\x%02x' } } %s }"
        .formatted(key, DROP);
  }

  @Test
  void aReadNeedsNoStream() {
    try (ServerUnderTest quiet = new ServerUnderTest()) {
      assertThat(code(() -> quiet.read("table_entry { }")))
          .as("no pipeline, but not denied")
          .isEqualTo(Status.Code.FAILED_PRECONDITION);
    }
  }

  @Test
  void anUnknownDeviceIsNotFound() {
    assertThat(code(() -> server.read(ReadRequest.newBuilder().setDeviceId(77))))
        .isEqualTo(Status.Code.NOT_FOUND);
  }

  @Test
  void anEmptyEntityIsInvalid() {
    assertThat(errorCode(server.readRefused(""))).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void everyRequestIsAnsweredAndEachHasItsError() {
    server.write(insert(exact(1)));
    List<Entity> received = new ArrayList<>();
    StatusRuntimeException failure =
        ServerUnderTest.status(() -> {
          Iterator<ReadResponse> responses =
              server
                  .stub()
                  .read(
                      ReadRequest.newBuilder()
                          .setDeviceId(DEVICE)
                          .addEntities(entity("table_entry { table_id: $exact }"))
                          .addEntities(entity("table_entry { table_id: 5 }"))
                          .addEntities(entity("value_set_entry { value_set_id: $tunnel_types }"))
                          .addEntities(Entity.getDefaultInstance())
                          .build());
          responses.forEachRemaining(response -> received.addAll(response.getEntitiesList()));
        });

    assertThat(received)
        .containsExactly(
            entity(exact(1)), entity("value_set_entry { value_set_id: $tunnel_types }"));
    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNKNOWN);
    assertThat(ServerUnderTest.errors(failure))
        .extracting(ServerUnderTest::errorCode)
        .containsExactly(
            Status.Code.OK,
            Status.Code.INVALID_ARGUMENT,
            Status.Code.OK,
            Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void tableZeroReadsAllTablesConstantOnesIncludedAndNoDefaultEntries() {
    server.write(insert(exact(1)), insert(acl(5, DROP)));
    List<Entity> all = server.read("table_entry { }");

    assertThat(all).hasSize(6).contains(entity(exact(1)), entity(acl(5, DROP)));
    assertThat(all).noneMatch(e -> e.getTableEntry().getIsDefaultAction());
    assertThat(all).filteredOn(e -> e.getTableEntry().getIsConst()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "priority: 1",
        "metadata: 'x'",
        "controller_metadata: 1",
        "is_default_action: true",
        "match { field_id: 1 exact { value: '\\x01' } }",
        "action { action { action_id: $drop } }"
      })
  void tableZeroTakesNoOtherFilter(String filter) {
    assertThat(errorCode(server.readRefused("table_entry { " + filter + " }")))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void theMatchSelectsOneEntryExactly() {
    server.write(insert(exact(1)), insert(exact(2)));

    assertThat(server.read(exact(2).replace(DROP, ""))).containsExactly(entity(exact(2)));
    assertThat(server.read(exact(3).replace(DROP, ""))).isEmpty();
    assertThat(server.read(acl(9, ""))).isEmpty();
  }

  @Test
  void priorityActionMetadataAndCookieFilter() {
    server.write(
        insert(acl(1, DROP)),
        insert(acl(2, PERMIT + "metadata: 'm'")),
        insert(acl(3, PERMIT + "controller_metadata: 9")));

    assertThat(server.read("table_entry { table_id: $acl priority: 2 }"))
        .containsExactly(entity(acl(2, PERMIT + "metadata: 'm'")));
    assertThat(server.read("table_entry { table_id: $acl metadata: 'm' }")).hasSize(1);
    assertThat(server.read("table_entry { table_id: $acl controller_metadata: 9 }"))
        .containsExactly(entity(acl(3, PERMIT + "controller_metadata: 9")));
    assertThat(
            server.read("table_entry { table_id: $acl action { action { action_id: $forward } } }"))
        .hasSize(2);
    assertThat(
            server.read(
                "table_entry { table_id: $acl priority: 1 action { action { action_id: $forward } }"
                    + " }"))
        .isEmpty();
  }

  @Test
  void actionFiltersAreByIdOfADirectTableOnly() {
    assertThat(
            errorCode(
                server.readRefused(
                    "table_entry { table_id: $routes action { action_profile_group_id: 1 } }")))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(errorCode(server.readRefused("table_entry { table_id: $acl " + PERMIT + "}")))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    server.write(insert(acl(5, PERMIT)));
    assertThat(server.read(acl(5, PERMIT))).as("its key names it").hasSize(1);
    assertThat(server.read(acl(5, DROP))).as("it permits").isEmpty();
    assertThat(
            errorCode(
                server.readRefused(
                    "table_entry { table_id: $acl action { action { action_id: $set_mark } } }")))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void isDefaultActionChoosesBetweenTheDefaultEntryAndTheOthers() {
    server.write(insert(exact(1)));

    assertThat(server.read("table_entry { table_id: $exact is_default_action: true }"))
        .containsExactly(
            entity(
                "table_entry { table_id: $exact is_default_action: true action { action {"
                    + " action_id: $NoAction } } }"));
    assertThat(server.read("table_entry { table_id: $exact }")).containsExactly(entity(exact(1)));
  }

  @Test
  void theRoleFiltersWhatIsRead() {
    Struct config =
        Struct.newBuilder()
            .putFields(
                "entities",
                Value.newBuilder()
                    .setListValue(
                        ListValue.newBuilder()
                            .addValues(Value.newBuilder().setStringValue("ingress.acl")))
                    .build())
            .build();
    server
        .controller()
        .send(
            TestController.arbitration(DEVICE, 1)
                .setRole(Role.newBuilder().setName("acl").setConfig(Any.pack(config))));
    server.write(insert(exact(1)), insert(acl(5, DROP)));

    ReadRequest.Builder request =
        ReadRequest.newBuilder()
            .setDeviceId(DEVICE)
            .setRole("acl")
            .addEntities(entity("table_entry { }"));
    assertThat(server.read(request)).containsExactly(entity(acl(5, DROP)));
  }

  @Test
  void aLargeReadComesInSeveralResponses() {
    int entries = 1000;
    Update[] updates = new Update[entries];
    String padding = "x".repeat(3000);
    for (int i = 0; i < entries; i++) {
      updates[i] =
          insert(
              "table_entry { table_id: $acl priority: %d %s metadata: '%s' }"
                  .formatted(i + 1, DROP, padding));
    }
    server.write(updates);
    List<ReadResponse> responses = new ArrayList<>();
    server
        .stub()
        .read(
            ReadRequest.newBuilder()
                .setDeviceId(DEVICE)
                .addEntities(entity("table_entry { table_id: $acl }"))
                .build())
        .forEachRemaining(responses::add);

    assertThat(responses).hasSizeGreaterThan(2);
    assertThat(responses).allMatch(response -> response.getSerializedSize() < 4 << 20);
    assertThat(responses.stream().mapToInt(ReadResponse::getEntitiesCount).sum())
        .isEqualTo(entries);
  }

  @Test
  void errorsOfReadsNameWhatThereIs() {
    Error error = server.readRefused("counter_entry { counter_id: 1 }");

    assertThat(error.getMessage())
        .isEqualTo(
            "no counter has id 0x00000001; the program has 'ingress.marks' (0x12000001),"
                + " 'ingress.acl_counter' (0x13000001), 'ingress.constant_counter' (0x13000002)");
  }

  @Test
  void externsAreNoneOfV1models() {
    assertThat(server.read("extern_entry { }")).isEmpty();
    assertThat(errorCode(server.readRefused("extern_entry { extern_type_id: 129 }")))
        .isEqualTo(Status.Code.UNIMPLEMENTED);
    assertThat(errorCode(server.refused(insert("extern_entry { extern_type_id: 129 }"))))
        .isEqualTo(Status.Code.UNIMPLEMENTED);
  }
}
