/** Settings by name: records whose components a user may set from the command line or a file. */
@NullMarked
package io.smartt.host.settings;

import org.jspecify.annotations.NullMarked;
