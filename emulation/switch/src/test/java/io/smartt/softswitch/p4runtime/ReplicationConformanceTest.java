package io.smartt.softswitch.p4runtime;

import static io.smartt.softswitch.p4runtime.ConformanceProgram.delete;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.entity;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.insert;
import static io.smartt.softswitch.p4runtime.ConformanceProgram.modify;
import static io.smartt.softswitch.p4runtime.ServerUnderTest.errorCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.smartt.softswitch.p4runtime.DevicePipeline.ReplicationControl;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Multicast groups and clone sessions, P4Runtime section 9.5. */
class ReplicationConformanceTest {
  private final ServerUnderTest server = ServerUnderTest.ready();

  @AfterEach
  void stop() {
    server.close();
  }

  private static String group(long id, String rest) {
    return "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: %d %s } }"
        .formatted(id, rest);
  }

  private static String session(long id, String rest) {
    return "packet_replication_engine_entry { clone_session_entry { session_id: %d %s } }"
        .formatted(id, rest);
  }

  private Status.Code refused(org.p4.v1.Update update) {
    return errorCode(server.refused(update));
  }

  @Test
  void aGroupIsWrittenChangedReadAndDeleted() {
    String first =
        "replicas { port: '\\x01' instance: 1 } replicas { port: '\\x02' instance: 1 } metadata:"
            + " 'm'";
    String second = "replicas { port: '\\x03' }";
    server.write(insert(group(5, first)), insert(group(6, "")));
    assertThat(server.read(group(5, "metadata: 'ignored'")))
        .containsExactly(entity(group(5, first)));
    assertThat(server.device.active().multicastGroups)
        .containsEntry(
            5, List.of(new ReplicationControl.Replica(1, 1), new ReplicationControl.Replica(2, 1)));

    server.write(modify(group(5, second)));
    assertThat(server.read(group(0, "")))
        .containsExactly(entity(group(5, second)), entity(group(6, "")));

    server.write(delete(group(5, "replicas { }")));
    assertThat(server.read(group(0, ""))).containsExactly(entity(group(6, "")));
    assertThat(server.device.active().multicastGroups).containsOnlyKeys(6);
  }

  @Test
  void theDeprecatedPortNumberIsAcceptedAndReadBack() {
    String written = group(1, "replicas { egress_port: 3 instance: 2 }");
    server.write(insert(written));

    assertThat(server.device.active().multicastGroups)
        .containsEntry(1, List.of(new ReplicationControl.Replica(3, 2)));
    assertThat(server.read(group(0, ""))).containsExactly(entity(written));
  }

  @Test
  void existenceErrors() {
    server.write(insert(group(1, "")), insert(session(1, "")));

    assertThat(refused(insert(group(1, "")))).isEqualTo(Status.Code.ALREADY_EXISTS);
    assertThat(refused(modify(group(2, "")))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused(delete(group(2, "")))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused(insert(session(1, "")))).isEqualTo(Status.Code.ALREADY_EXISTS);
    assertThat(refused(modify(session(2, "")))).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(refused(delete(session(2, "")))).isEqualTo(Status.Code.NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 65536, 4294967295L})
  void idsAreFromOneToTheDataPlanesWidth(long id) {
    assertThat(refused(insert(group(id, "")))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(session(id, "")))).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "replicas { port: '\\x01' instance: 1 } replicas { egress_port: 1 instance: 1 }",
        "replicas { port: '\\x01' instance: 65536 }",
        "replicas { instance: 1 }",
        "replicas { port: '\\x02\\x00' }",
        "replicas { port: '\\x01' backup_replicas { port: '\\x01' instance: 2 } }",
        "replicas { port: '\\x01' backup_replicas { port: '\\x02' instance: 0 } } replicas { port:"
            + " '\\x02' }"
      })
  void replicasThatBreakARuleAreInvalid(String replicas) {
    assertThat(refused(insert(group(1, replicas)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused(insert(session(1, replicas)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(server.read(group(0, ""), session(0, ""))).isEmpty();
  }

  @Test
  void aPortThatTheSwitchHasNotIsRefusedOnlyWhenStrict() {
    String onPort100 = group(1, "replicas { port: '\\x64' }");
    server.write(insert(onPort100));

    try (ServerUnderTest strict = new ServerUnderTest(P4RuntimeSettings.strictly())) {
      strict.primary();
      strict.commit(ConformanceProgram.CONFIG);
      assertThat(errorCode(strict.refused(insert(onPort100))))
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void aBackupTakesOverWhileThePortIsDown() {
    server.write(
        insert(
            group(
                1,
                "replicas { port: '\\x01' instance: 1 backup_replicas { port: '\\x02' instance: 2 }"
                    + " backup_replicas { port: '\\x03' instance: 3 } }")));
    assertThat(current()).isEqualTo(new ReplicationControl.Replica(1, 1));

    server.device.downPorts.add(1);
    server.device.events().portChanged(1);
    assertThat(current()).isEqualTo(new ReplicationControl.Replica(2, 2));
    server.device.downPorts.add(2);
    server.device.events().portChanged(2);
    assertThat(current()).isEqualTo(new ReplicationControl.Replica(3, 3));
    server.device.downPorts.add(3);
    server.device.events().portChanged(3);
    assertThat(current())
        .as("all down: the primary")
        .isEqualTo(new ReplicationControl.Replica(1, 1));
    server.device.downPorts.clear();
    server.device.events().portChanged(1);
    assertThat(current()).isEqualTo(new ReplicationControl.Replica(1, 1));
  }

  private ReplicationControl.Replica current() {
    return server.device.active().multicastGroups.values().iterator().next().getFirst();
  }

  @Test
  void aCloneSessionTruncatesAndHasAClassOfService() {
    String written =
        session(
            100,
            "replicas { port: '\\x05' instance: 1 } class_of_service: 2 packet_length_bytes: 128");
    server.write(insert(written));

    assertThat(server.read(session(100, ""))).containsExactly(entity(written));
    assertThat(server.device.active().cloneSessions)
        .containsEntry(
            100,
            new ReplicationControl.CloneSession(
                List.of(new ReplicationControl.Replica(5, 1)), 2, 128));

    server.write(delete(session(100, "")));
    assertThat(server.device.active().cloneSessions).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"class_of_service: 8", "packet_length_bytes: -1"})
  void aCloneSessionsPropertiesAreChecked(String property) {
    assertThat(refused(insert(session(1, property)))).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void anEmptyEntryIsInvalid() {
    assertThat(refused(insert("packet_replication_engine_entry { }")))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(errorCode(server.readRefused("packet_replication_engine_entry { }")))
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }
}
