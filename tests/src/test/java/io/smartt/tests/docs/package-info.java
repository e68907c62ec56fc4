/** The pages of the repository: their links, their index and their words. */
@org.jspecify.annotations.NullMarked
package io.smartt.tests.docs;
