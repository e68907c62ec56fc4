package io.smartt.host.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a component of a settings record: its default and, for users who set it by name, what it
 * means. The record's Javadoc says where the default comes from.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** The text of the value that holds where the user is silent. */
  String defaultValue();

  /** One sentence, units included. */
  String meaning();
}
