package io.smartt.emulation.trace;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Skips a test where a program is not on the PATH, or fails it there if {@code SMARTT_REQUIRE} (a
 * comma-separated list) has its capability.
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresProgramCondition.class)
public @interface RequiresProgram {
  /** As in {@code SMARTT_REQUIRE}: {@code pcap}, {@code netns}, {@code docker}. */
  String capability();

  /** The program. */
  String program();
}
