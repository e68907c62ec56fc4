package io.smartt.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testcontainers.dockerclient.DockerClientConfigUtils;

/** What needs no Docker; {@code DockerRunTest} starts one. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class SmarttSwitchContainerTest {
  @Test
  void theSwitchServesWithTlsByDefault() {
    SmarttSwitchContainer container = new SmarttSwitchContainer();

    assertThat(container.command())
        .containsExactly(
            "switch",
            "--grpc-server-addr",
            "0.0.0.0:9559",
            "--tls-cert",
            "/etc/smartt/node.pem",
            "--tls-key",
            "/etc/smartt/node-key.pem",
            "--tls-ca",
            "/etc/smartt/ca.pem",
            "--no-p4");
    assertThat(container.getExposedPorts()).containsExactly(9559);
    assertThatThrownBy(container::tls).hasMessage("the switch has not started yet");
    assertThatThrownBy(container.withoutTls()::tls).hasMessage("the switch is without TLS");
    assertThat(container.command()).contains("--insecure").doesNotContain("--tls-key");
  }

  @Test
  void programPortsAndOtherArgumentsComeAfterTheServer() {
    assertThat(
            new SmarttSwitchContainer()
                .withoutTls()
                .withDeviceId(7)
                .withCpuPort(255)
                .withInterface(1, "eth1")
                .withProgram(Path.of("a.json"), Path.of("a.p4info.txtpb"))
                .command())
        .endsWith(
            "--insecure",
            "--device-id",
            "7",
            "--cpu-port",
            "255",
            "-i",
            "1@eth1",
            "--p4info",
            "/etc/smartt/program.p4info.txtpb",
            "/etc/smartt/program.json");
  }

  @Test
  void withoutTlsNoOtherMachineReachesIt() {
    assertThat(SmarttSwitchContainer.bindAddress("localhost")).isEqualTo("127.0.0.1");
    if (!DockerClientConfigUtils.IN_A_CONTAINER) {
      assertThatThrownBy(() -> SmarttSwitchContainer.bindAddress("docker.example"))
          .hasMessageStartingWith("without TLS all would reach the switch on docker.example");
    }
  }

  @Test
  void keysAreOfOneContainerAndInNoLog() {
    SwitchTls one = SwitchTls.create(List.of("localhost"));

    assertThat(one.controllerKey()).contains("PRIVATE KEY");
    assertThat(one.switchKey()).isNotEqualTo(one.controllerKey());
    assertThat(one.toString()).doesNotContain("KEY");
    assertThat(SwitchTls.create(List.of("localhost")).authority()).isNotEqualTo(one.authority());
  }
}
