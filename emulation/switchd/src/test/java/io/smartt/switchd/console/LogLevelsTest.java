package io.smartt.switchd.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** What libraries log on a user's terminal. */
@Timeout(60)
class LogLevelsTest {
  @Test
  void whatIsNoNewsIsNotLogged() {
    assertThat(LoggerFactory.getLogger("org.pcap4j.core.NativeMappings").isInfoEnabled()).isFalse();
    assertThat(LoggerFactory.getLogger("org.pcap4j.core.Pcaps").isWarnEnabled()).isTrue();
    assertThat(LoggerFactory.getLogger("io.netty.util.internal.MacAddressUtil").isWarnEnabled())
        .isFalse();
    assertThat(LoggerFactory.getLogger("io.netty.channel").isWarnEnabled()).isTrue();
    assertThat(LoggerFactory.getLogger("com.github.dockerjava").isErrorEnabled()).isFalse();
  }
}
