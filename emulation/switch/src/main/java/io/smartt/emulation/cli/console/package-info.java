/** Standard streams, error messages and exit statuses. */
@NullMarked
package io.smartt.emulation.cli.console;

import org.jspecify.annotations.NullMarked;
