package io.smartt.testbed.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/** Tests of {@link ConfigReading#asJson} and of how states are kept. */
class RedisFormTest {
  @Test
  void emptyObjectsAndListsAreThoseOfJson() throws Exception {
    String redis = "{\"Ethernet0|1\":{\"NULL\":\"NULL\"},\"x\":{\"list@\":\"a,b\",\"f\":\"1\"}}";
    assertThat(ConfigReading.asJson(new ObjectMapper().readTree(redis)).toString())
        .isEqualTo("{\"Ethernet0|1\":{},\"x\":{\"list\":[\"a\",\"b\"],\"f\":\"1\"}}");
  }

  @Test
  void saysWhatIsNotADatabase() {
    assertThatThrownBy(() -> ConfigDb.parse("leaf.json", "{\"PORT\": 1}"))
        .isInstanceOf(SonicException.class)
        .hasMessage("leaf.json: PORT: expected a JSON object, found 1");
    assertThatThrownBy(() -> ConfigDb.parse("leaf.json", "{\n\"PORT\":"))
        .isInstanceOf(SonicException.class)
        .hasMessageContaining("leaf.json: not JSON at line 2");
  }
}
