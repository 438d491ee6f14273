// The choice of a language: kept in a cookie, which the server reads.

const YEAR = 365 * 24 * 3600;

document.getElementById("language")?.addEventListener("change", (event) => {
  const code = encodeURIComponent(event.target.value);
  document.cookie = `tertium_language=${code}; Path=/; Max-Age=${YEAR}; SameSite=Strict`;
  const address = new URL(location.href);
  if (!address.searchParams.has("language")) {
    location.reload();
    return;
  }
  address.searchParams.delete("language");
  location.replace(address);
});
