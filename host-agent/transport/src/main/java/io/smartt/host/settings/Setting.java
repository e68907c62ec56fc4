package io.smartt.host.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a component of a settings record: its standard value and, for people who set it by name, what
 * it means. Where the standard comes from is in the record's Javadoc.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** The text of the value that holds where nobody says otherwise. */
  String defaultValue();

  /** One sentence, units included. */
  String meaning();
}
