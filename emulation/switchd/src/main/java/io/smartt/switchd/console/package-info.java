/** Standard streams, tables, error messages and exit statuses. */
@NullMarked
package io.smartt.switchd.console;

import org.jspecify.annotations.NullMarked;
